/** An element of a drawing, as an XML parser has it. */
export type SvgElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (SvgElement | { readonly type: string })[]
  readonly text: string
}

/** What editors call what nobody has named. */
const MADE_UP_GROUP = /^#?(?:svg|g|layer|group|ebene|gruppe)[ _-]?\d+(?:[_-]\d+)*$/i
const MADE_UP_SHAPE = /^#?(?:svg|circle|rect|ellipse|path|polygon|polyline|line|image|use)[ _-]?\d+(?:[_-]\d+)*$/i

const BARE_NUMBER = /^\d+$/
const ROW = /^(?:row|reihe)[\s_-]+/i
const SEAT_IN_WORDS = /(?:\b(?:row|reihe)\s*([^\s,;]+)[\s,;]+)?\b(?:seat|sitz|platz)\s*[_-]?(\d+)$/iu
const SEAT_OF_ROW = /^(?:.*[_-])?([^_-]+)[_-]0*(\d+)$/u
const SEAT_IN_SHORT = /^(\p{L}{1,2})0*(\d+)$/u

/** The elements among the children. */
export function elementsIn({ children }: SvgElement): SvgElement[] {
  return children.filter((child): child is SvgElement => 'attributes' in child)
}

/** What a person called a group: its label, its `data-name` or its title, else its id; nothing where nobody did. */
export function nameOfGroup(group: SvgElement): string {
  const given = namesOf(group, ['data-row', 'inkscape:label', 'data-name'])
  const [name] = [...given, plain(group.attributes['id'] ?? '').replaceAll('_', ' ')].filter(
    (name) => name !== '' && !MADE_UP_GROUP.test(name),
  )
  return name ?? ''
}

/** The row and the seat that a shape says it is: by `data-row` and `data-seat`, by its title, label or id. */
export function seatOf(shape: SvgElement): { row?: string | undefined; seat?: string | undefined } {
  const { 'data-row': row, 'data-seat': seat, id = '' } = shape.attributes
  if (seat !== undefined) return { row, seat }
  for (const name of [...namesOf(shape, ['inkscape:label', 'data-name']), plain(id)]) {
    if (BARE_NUMBER.test(name)) return { row, seat: name }
    if (MADE_UP_SHAPE.test(name)) continue
    const [, rowName, number] = SEAT_IN_WORDS.exec(name) ?? SEAT_IN_SHORT.exec(name) ?? SEAT_OF_ROW.exec(name) ?? []
    if (number !== undefined) return { row: row ?? rowName, seat: number }
  }
  return { row }
}

/** Whether a group says that it is a row. */
export function isCalledRow(group: SvgElement): boolean {
  return group.attributes['data-row'] !== undefined || ROW.test(nameOfGroup(group))
}

/** The name of a row's group without what only makes it unique: "A" of "Row A", of "Stalls-A" in the sector "Stalls". */
export function rowNamed(name: string, sector: string): string {
  const own = name.toLowerCase().startsWith(sector.toLowerCase())
    ? name.slice(sector.length).replace(/^[\s_-]+/, '')
    : name
  return (own || name).replace(ROW, '')
}

function namesOf(element: SvgElement, attributes: readonly string[]): string[] {
  const title = elementsIn(element).find(({ name }) => name === 'title')
  return [...attributes.map((name) => element.attributes[name]), title?.text]
    .map((name) => plain(name ?? ''))
    .filter((name) => name !== '')
}

/** Illustrator writes what an id may not hold as `_x20_`. */
function plain(name: string): string {
  return name
    .replace(/_x([0-9A-F]{2,4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .trim()
}
