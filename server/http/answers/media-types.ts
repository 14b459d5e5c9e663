/**
 * Decides whether an `Accept` header prefers a media type to the default one: it names the type with at least the same
 * weight. Wildcards select the default.
 */
export function prefers(accept: string | undefined, type: string, usual: string): boolean {
  const weights = new Map((accept ?? '').toLowerCase().split(',').map(weighed))
  const [kind] = usual.split('/')
  const weight = weights.get(type) ?? 0
  return weight > 0 && weight >= (weights.get(usual) ?? weights.get(`${kind}/*`) ?? weights.get('*/*') ?? 0)
}

/** Tells whether an `Accept-Encoding` header accepts a coding. One that does not name it must accept any. */
export function accepts(acceptEncoding: string | undefined, coding: string): boolean {
  const weights = new Map((acceptEncoding ?? '').toLowerCase().split(',').map(weighed))
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0
}

/** Parses one range of an `Accept` or `Accept-Encoding` header and its weight (default 1). */
function weighed(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [type, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
