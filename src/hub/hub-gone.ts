/** Rejection of a call that the worker's death cut off: it may or may not have happened. */
export class HubGone extends Error {
  constructor() {
    super('El proceso en segundo plano se cerró. Inténtalo nuevamente.');
    this.name = 'HubGone';
  }
}
