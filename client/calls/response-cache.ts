import { API_PREFIX } from '#contract/endpoint.ts'
import { basePath } from '#client/address/base-path.ts'
import { currentSession, onSessionChange } from '#client/session.ts'

/** A recorded answer: text, or a picture in base64. */
type KeptAnswer = { status: number; type: string; text: string } | { status: number; type: string; base64: string }

const FILE = 'responses.json'
const PICTURE_WIDTH = 960

const answers = new Map<string, KeptAnswer>()
let isLoaded = false

/**
 * Loads the recorded answers from the file beside the page. Then every call is answered from them. Without the file
 * every answer is recorded in memory until logout (specification, section 7).
 */
export async function loadResponseCache(): Promise<void> {
  onSessionChange(() => {
    if (!isLoaded && !currentSession().isLoggedIn) answers.clear()
  })
  try {
    const reply = await fetch(new URL(FILE, document.baseURI))
    if (!reply.ok) throw new Error(`status ${reply.status}`)
    for (const [key, answer] of Object.entries((await reply.json()) as Record<string, KeptAnswer>))
      answers.set(key, answer)
    isLoaded = true
  } catch (error) {
    // oxlint-disable-next-line no-console -- required by the specification
    console.warn(`The response cache could not be loaded: ${String(error)}`)
  }
}

/** Fetches, or answers from the recording: 404 'Unsupported.' for an unrecorded call. */
export async function fetchWithCache(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const key = keyOf(request)
  if (isLoaded) return replyOf(answers.get(key))
  const { token } = currentSession()
  const reply = await fetch(request)
  // A stream has no end to wait for.
  if (typeOf(reply).startsWith('text/event-stream')) return reply
  const kept = { status: reply.status, type: typeOf(reply), text: await reply.clone().text() }
  if (token === currentSession().token) answers.set(key, kept)
  return reply
}

/** Exports the recording, with the pictures it names, as a file for `npm run build:demo`. */
export async function recordingOfAnswers(): Promise<Blob> {
  const recording = new Map([...answers].map(([key, kept]) => [key, withoutSignature(kept)]))
  const names = new Set([...answers.values()].flatMap((kept) => ('text' in kept ? imageNamesIn(kept.text) : [])))
  for (const name of names) {
    const reply = await fetch(new URL(`${API_PREFIX}/images/${name}?width=${PICTURE_WIDTH}`, document.baseURI))
    const bytes = new Uint8Array(await reply.arrayBuffer())
    const kept = { status: reply.status, type: typeOf(reply), base64: base64Of(bytes) }
    if (reply.ok) recording.set(`GET ${API_PREFIX}/images/${name}`, kept)
  }
  return new Blob([JSON.stringify(Object.fromEntries(recording), null, 1)], { type: 'application/json' })
}

/** Removes the signature of a recorded token. Pages only decode it, and no server accepts it. */
function withoutSignature(kept: KeptAnswer): KeptAnswer {
  return 'text' in kept ? { ...kept, text: kept.text.replace(/^(Bearer [^.]+\.[^.]+\.).*$/, '$1') } : kept
}

/** Builds the key of an answer: method, path below the base path with query and hash, presence of a token. */
function keyOf({ method, url, headers }: Request): string {
  const { pathname, search, hash } = new URL(url)
  const path = pathname.replace(basePath, '')
  return `${method} ${path}${search}${hash}${headers.has('authorization') ? ' authorized' : ''}`
}

function replyOf(kept: KeptAnswer | undefined): Response {
  if (!kept || !('text' in kept)) return new Response('Unsupported.', { status: 404 })
  const { status, type, text } = kept
  return new Response(status === 204 ? null : text, { status, headers: { 'content-type': type } })
}

function typeOf({ headers }: Response): string {
  return headers.get('content-type') ?? 'text/plain'
}

function imageNamesIn(text: string): string[] {
  return Array.from(text.matchAll(/"([a-z0-9-]{1,64}\.png)"/g), ([, name = '']) => name)
}

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCodePoint(byte)
  return btoa(binary)
}
