import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, type Plugin, type Rolldown, Visitor } from 'vite'
import { pages } from '../../contract/pages.ts'
import { fail, OUT_DIR, root } from './shared.ts'

/** Writes the list of additional files per page, so that the server can preload them. */
export function notePageFiles(): Plugin {
  return {
    name: 'note-page-files',
    apply: 'build',
    async writeBundle({ dir = OUT_DIR }, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const entry = chunks.find(({ isEntry }) => isEntry)
      const shared = new Set(entry ? filesOf(entry, bundle) : [])
      const modules = await readPageModules()
      const table = Object.entries(pages).map(([key, page]) => {
        const keys = 'tab' in page ? ['search', key] : [key]
        return [key, [...new Set(keys.flatMap(ownFiles))]]
      })
      await writeFile(`${dir}.pages.json`, JSON.stringify(Object.fromEntries(table)))

      function ownFiles(key: string): string[] {
        const module = join(root, 'client', modules.get(key) ?? fail(`${key} has no module`))
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module)
        return filesOf(chunk ?? fail(`${module} is no chunk of its own`), bundle).filter((file) => !shared.has(file))
      }
    },
  }
}

/** Parses the table in `client/page-modules.ts`: the path of the module behind each page. */
async function readPageModules(): Promise<ReadonlyMap<string, string>> {
  const file = 'client/page-modules.ts'
  const { program } = parseSync(file, await readFile(file, 'utf8'))
  const modules = new Map<string, string>()
  let page = ''
  new Visitor({
    Property: ({ key }) => {
      if (key.type === 'Identifier') page = key.name
    },
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal') modules.set(page, String(source.value))
    },
  }).visit(program)
  return modules
}

function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const imported = chunk.imports.flatMap((name) => {
    const output = bundle[name]
    return output?.type === 'chunk' ? filesOf(output, bundle) : []
  })
  return [...new Set([chunk.fileName, ...imported, ...(chunk.viteMetadata?.importedCss ?? [])])]
}
