interface ImportMetaEnv {
  /** Names the build; a newer one than the hub's is a reason to offer a reload (scripts/build sets it). */
  readonly BUILD_ID: string;
  /** The wire that this build speaks: the last line of contract/wire-version.ts. */
  readonly WIRE_VERSION: number;
}

/** Icons one by one: the package's index has thousands, which slows every start of the development server. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}

/** A file that the build copies: its address. */
declare module '*?url' {
  const url: string;
  export default url;
}
