/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Whether this build records answers or plays a recording. */
  readonly RESPONSE_CACHE: boolean
}
