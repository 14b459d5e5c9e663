import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isNamed } from '../answers/etag.ts'
import { accepts } from '../answers/media-types.ts'
import { sendAsIs } from '../answers/send-as-is.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** The codings in which the build compresses files, best first, with their endings. */
const CODINGS = { br: '.br', gzip: '.gz' } as const
type Coding = keyof typeof CODINGS

/**
 * A file of the built client, which is read when it is first asked for, and then kept. All answers share its bytes: a
 * file that each answer read for itself took a file descriptor and 64 KB until its client had read it, and so a single
 * client network could use up all descriptors.
 */
export class ClientFile {
  /** The path below the folder, with slashes. */
  readonly path: string
  readonly #file: string
  readonly #codings: readonly Coding[]
  readonly #contents = new Map<string, Promise<Buffer>>()
  #etag: Promise<string> | undefined

  constructor(folder: string, path: string, codings: readonly Coding[]) {
    this.path = path
    this.#file = join(folder, path)
    this.#codings = codings
  }

  /** Sends the file, or 304 to a client that has it. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { headers } = request
    const coding = this.#codings.find((each) => accepts(headers['accept-encoding']?.toString(), each))
    if (this.#codings.length > 0) reply.header('vary', 'accept-encoding')
    this.#etag ??= this.#read('').then(etagOf)
    const etag = await this.#etag
    reply.header('etag', etag)
    if (isNamed(etag, headers['if-none-match'])) return reply.code(304).send()
    reply.type(TYPES[extname(this.path)] ?? 'application/octet-stream')
    if (coding) reply.header('content-encoding', coding)
    return sendAsIs(request, reply, await this.#read(coding ? CODINGS[coding] : ''))
  }

  #read(ending: string): Promise<Buffer> {
    const known = this.#contents.get(ending)
    if (known) return known
    const content = readFile(this.#file + ending)
    this.#contents.set(ending, content)
    content.catch(() => this.#contents.delete(ending))
    return content
  }
}

/** Lists the files of a folder and its subfolders. Compressed forms belong to their files. */
export async function listClientFiles(folder: string): Promise<ClientFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  const all = new Set(paths)
  const isCompressed = (path: string) => /\.(?:br|gz)$/.test(path) && all.has(path.replace(/\.\w+$/, ''))
  const codingsOf = (path: string) => (['br', 'gzip'] as const).filter((coding) => all.has(path + CODINGS[coding]))
  return paths.filter((path) => !isCompressed(path)).map((path) => new ClientFile(folder, path, codingsOf(path)))
}
