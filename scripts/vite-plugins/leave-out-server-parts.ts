import { parseSync, type Plugin, Visitor } from 'vite'

/** Parts of a call that only the server reads. */
const SERVER_PARTS = new Set(['summary', 'params', 'reply', 'problems'])

/**
 * Leaves out what only the server needs of the contract: these parts of calls, and constants that nothing else uses. A
 * bundler keeps an unused constant whose value is the result of a call, unless the call is marked as pure.
 */
export function leaveOutServerParts(): Plugin {
  return {
    name: 'leave-out-server-parts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler(code, id) {
        const { program } = parseSync(id, code)
        const edits: Edit[] = []
        new Visitor({
          CallExpression({ callee, arguments: [definition] }) {
            if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return
            if (definition?.type !== 'ObjectExpression') return
            const { properties } = definition
            for (const [index, part] of properties.entries()) {
              if (part.type !== 'Property' || part.key.type !== 'Identifier') continue
              const end = properties[index + 1]?.start ?? definition.end - 1
              if (SERVER_PARTS.has(part.key.name)) edits.push({ start: part.start, end, text: '' })
            }
          },
        }).visit(program)
        for (const statement of program.body) {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declared?.type !== 'VariableDeclaration') continue
          for (const { init } of declared.declarations) {
            let value = init
            while (value?.type === 'TSAsExpression') value = value.expression
            if (!init || value?.type !== 'CallExpression') continue
            edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' })
            edits.push({ start: init.end, end: init.end, text: ')()' })
          }
        }
        return { code: edited(code, edits), map: null }
      },
    },
  }
}

type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** Replaces parts of a text. */
function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end), code)
}
