interface ImportMetaEnv {
  /** The wire that this build speaks: the last line of contract/wire-version.ts. */
  readonly WIRE_VERSION: number;
}
