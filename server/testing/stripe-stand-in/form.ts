/** A decoded form: names in brackets become nested objects, indexes and empty brackets too. */
export type FormTree = { [name: string]: FormTree | string }

/** Decodes a form or a query whose names have brackets, such as `line_items[0][quantity]=2` or `expand[]=charge`. */
export function readForm(text: string): FormTree {
  const tree: FormTree = {}
  for (const [name, value] of new URLSearchParams(text)) put(tree, stepsOf(name), value)
  return tree
}

function stepsOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[')
  return [first, ...rest.map((step) => step.replace(/\]$/, ''))]
}

function put(tree: FormTree, [step = '', ...rest]: readonly string[], value: string): void {
  const name = step === '' ? String(Object.keys(tree).length) : step
  if (rest.length === 0) {
    tree[name] = value
    return
  }
  const inner = tree[name]
  const branch = typeof inner === 'object' ? inner : {}
  tree[name] = branch
  put(branch, rest, value)
}
