/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Whether the pages record what the server answers, or show what was recorded. Ordinary pages do not. */
  readonly RESPONSE_CACHE: boolean
}
