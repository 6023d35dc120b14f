/** /historial-estado-agentes: how long each agent was in each state (spec §2 Agents screen, Seguimiento). */
export function AgentHoursScreen() {
  return null;
}
