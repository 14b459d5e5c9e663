/** Deeper than the body of any call. */
const MAX_DEPTH = 16
/** More lists and objects than the body of any call has: 500 stored scans are an object each. */
const MAX_PARTS = 2_000
/** More values and names than the body of any call has: 500 stored scans have the most. */
const MAX_VALUES = 6_000
/** More different names than the body of any call has. */
const MAX_NAMES = 200

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Tells whether JSON has more lists, objects, values and names than any call needs. Parsing those of a quarter of a
 * megabyte takes a tenth of a second, in which no other request is answered, and thousands of different names take a
 * fiftieth; this takes a fiftieth of that.
 */
export function isTooComplex(json: string): boolean {
  const names = new Set<string>()
  let depth = 0
  let parts = 0
  let values = 0
  let isInText = false
  let textStart = 0
  let text = ''
  for (let index = 0; index < json.length; index += 1) {
    const character = json.charCodeAt(index)
    if (isInText) {
      if (character === BACKSLASH) index += 1
      else if (character === QUOTE) {
        isInText = false
        text = json.slice(textStart, index)
      }
    } else if (character === QUOTE) {
      isInText = true
      textStart = index + 1
    } else if (character === COLON) names.add(text)
    else if (character === COMMA) values += 1
    else if (character === OPEN_LIST || character === OPEN_OBJECT) {
      depth += 1
      parts += 1
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth -= 1
    if (depth > MAX_DEPTH || parts > MAX_PARTS || values > MAX_VALUES || names.size > MAX_NAMES) return true
  }
  return false
}
