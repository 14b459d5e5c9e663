import Bowser from 'bowser'

/** The words for a client that names no known browser. Also the default of the column. */
const UNKNOWN = 'Unknown browser'
const MAX_LENGTH = 100
/** A longer header is no browser's. Bounds the time of its regular expressions. */
const MAX_HEADER_LENGTH = 500

/** Describes browser and operating system of a User-Agent header in words, such as "Firefox on Linux". */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent || userAgent.length > MAX_HEADER_LENGTH) return UNKNOWN
  const { browser, os } = Bowser.parse(userAgent)
  const name = browser.name || UNKNOWN
  return (os.name ? `${name} on ${os.name}` : name).slice(0, MAX_LENGTH)
}
