/**
 * Whether who sent this `Accept` would rather have one media type than the usual one: they name it, and give it no less
 * weight. Who accepts just anything gets the usual one.
 */
export function prefers(accept: string | undefined, type: string, usual: string): boolean {
  const weights = new Map((accept ?? '').toLowerCase().split(',').map(weighed))
  const [kind] = usual.split('/')
  const weight = weights.get(type) ?? 0
  return weight > 0 && weight >= (weights.get(usual) ?? weights.get(`${kind}/*`) ?? weights.get('*/*') ?? 0)
}

/** One range of an `Accept` and its weight: 1, unless it says otherwise. */
function weighed(range: string): [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [type, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
