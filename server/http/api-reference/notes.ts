import { IMAGE_WIDTHS } from '#contract/images.ts'

const fieldNotes: Record<string, string | undefined> = {
  total: 'In a list: how many there are on all pages. In an order or invoice: cents, VAT inclusive.',
  price: 'Cents; of an item, for one piece.',
  priceFrom: 'Cents for the cheapest place that is sold.',
  maxPrice: 'Cents a ticket, at most.',
  version: 'Names the plan as it is; see GET /seatingplans/event-show/{id}.',
  maxReservations: 'As many live reservations of the show as a customer may hold.',
  pricePercent: 'Percent of the price of the show.',
  expectedTotal: 'Cents the customer saw; another total is refused.',
  points:
    'Points, whole. Of a product what one piece costs in points, 0: not for points. Of an item what one piece earned, or cost when it was paid with points.',
  usePoints: 'Paid with points; the item’s price is 0 then.',
  VAT: 'Percent.',
  duration: 'Seconds.',
  stockChange: 'The difference: pieces that came in, or less than 0 that left.',
  reservedUntil: 'When a reservation runs out; null for a bought ticket.',
  paymentType:
    'Required in an order whose money total is above 0, not looked at in another; null where no money was paid.',
  imageName: 'A name for GET /images/{name}.',
  imageId: 'The id that POST /images answered.',
  timeZone: 'IANA name.',
  aspect: 'Width divided by height.',
  focalPoint: 'Where the audience looks, in percent of the plan.',
  outline: 'Corner points x, y, x, y, … in percent of the sector’s box; null: the box itself.',
  x: 'The left edge in percent: of the plan for a sector, of its sector for a place.',
  y: 'The upper edge in percent, as x.',
  width: 'Percent, as x.',
  height: 'Percent, as x.',
  read: 'There when one’s own news is asked.',
  cancelsInvoiceNumber: 'The number of the invoice that this one cancels.',
}

/** What a field of a body or an answer means, where its name and type do not say it. An id may be 0 where nothing need be named. */
export function noteOn(field: string, { minimum }: { minimum?: number }): string | undefined {
  return minimum === 0 && field.endsWith('Id') ? '0: none.' : fieldNotes[field]
}

/** What a parameter in a path or a query means, where its name and type do not say it. */
export function noteOnParameter(name: string, schema: object): string | undefined {
  const isText = 'maxLength' in schema && !('pattern' in schema)
  return parameterNotes[name] ?? (isText ? 'Contains this, in whatever case and accents.' : undefined)
}

const parameterNotes: Record<string, string | undefined> = {
  pageIndex: 'Counts from 0.',
  artistName:
    'First, last or stage name contains this, in whatever case and accents; “first last” finds both together.',
  content: 'Title, summary or text contains this, in whatever case and accents.',
  eventId: 'Of this event.',
  eventShowId: 'Of this show.',
  artistId: 'Of this artist.',
  locationId: 'At this location.',
  from: 'Published after this moment.',
  to: 'Published before this moment.',
  read: 'Of /news/user: only what one has, or has not, read. The general feed knows no marks and does not look at it.',
  duration: 'Seconds, 30 minutes more or less.',
  minPrice: 'Cents, of the price of the show.',
  maxPrice: 'Cents, of the price of the show.',
  priceLowerBound: 'Cents.',
  priceUpperBound: 'Cents.',
  when: 'coming: has yet to begin; past: has begun.',
  startDate: 'Begins after.',
  endDate: 'Ends before.',
  sortOption: 'By points, up or down, products that cannot be had for points (0) come last.',
  width: `Pixels. Answers the next of ${IMAGE_WIDTHS.join(', ')}, never more than the picture has.`,
  token: 'From the link of the mail.',
  version:
    'The version of the plan that the show told: the answer may then be kept for ever. Without it, or with another, If-None-Match tells whether it is still the same.',
}
