interface ImportMetaEnv {
  /** Names the build; a newer one than the hub's is a reason to offer a reload (scripts/build sets it). */
  readonly BUILD_ID: string;
}
