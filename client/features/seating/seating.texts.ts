import { euro, type Cents } from '#domain/money.ts'
import { placeText, type PlaceKind, type PlaceName } from '#domain/tickets/places.ts'
import { counted, numberText } from '#domain/number-text.ts'

/** Returns "Row C" for a row named by a letter or a number, and other names such as "Box 3" unchanged. */
const rowName = (name: string) => (/^([A-Z]{1,2}|\d+)$/i.test(name) ? `Row ${name}` : name)

/** Texts of the seat picker. */
export const texts = {
  offSale: 'Tickets for this show are not on sale.',
  cancelled: (reason: string) => `This show was cancelled. ${reason}`,
  past: 'This show has already happened. No more seats can be reserved for it.',
  soldOut: 'This show is sold out.',
  reserved: 'Tickets reserved. Please pick up your tickets 30 minutes before the show starts.',
  reserve: 'Reserve Selected Tickets',
  isReserving: 'Your tickets are being reserved …',
  unconfirmed: 'Not confirmed yet: press Reserve Selected Tickets again.',
  nothingChosen: 'Please select Tickets',
  loadingShow: 'Loading the show …',
  loading: 'Loading the seating plan …',
  loaded: 'The seating plan has loaded.',
  failed: "The seating plan couldn't be loaded.",

  plan: 'Seating plan',
  view: 'View of the seating plan',
  map: 'Map',
  list: 'List',
  skipToList: 'Choose seats in the list',
  mapIsForEyes: 'The map is visual. Every place is also in the list, for keyboard and screen reader.',
  numbers: 'Numbers',
  hint: 'Choose a section to zoom in, then pick your seats.',
  nextFree: 'Next free seat',
  select: 'Select',
  closeCandidate: 'Close',
  atPrice: (place: string, price: Cents) => `${place}, ${euro(price)}`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show the whole plan',
  leaveFullMap: 'Back to the page',

  legend: 'Legend',
  prices: 'Show places by price',
  freeAtPrice: (free: number) => (free === 0 ? 'sold out' : `${numberText(free)} free`),
  kindsShown: 'Show places by kind',
  noMatch: 'No free place matches these filters.',
  kinds: {
    WHEELCHAIR: 'Wheelchair place',
    COMPANION: 'Companion seat',
    RESTRICTED_VIEW: 'Restricted view',
  } satisfies Record<PlaceKind, string>,
  taken: 'Taken',
  yours: 'Your selection',
  inCart: 'In your cart',
  bought: 'Your ticket',
  held: 'Held',
  free: 'free',
  notAvailable: 'Not available',
  price: euro,
  priceRange: (from: Cents, to: Cents) =>
    from === to ? euro(from) : `${euro(from).replace(/\s€$/, '')} – ${euro(to)}`,
  freePlaces: (free: number) => (free === 0 ? 'sold out' : `${numberText(free)} free`),

  rowName,
  place: placeText,
  isTaken: {
    byOthers: (place: PlaceName) => `${placeText(place)} is taken.`,
    inCart: (place: PlaceName) => `${placeText(place)} is in your cart.`,
    held: (place: PlaceName) => `${placeText(place)} is held.`,
    bought: (place: PlaceName) => `You already have the ticket for ${placeText(place)}.`,
  },

  best: 'Best available',
  bestHint: 'Pick the best available places',
  partySize: 'Tickets',
  partyLimit: (most: number, held: number) =>
    held === 0
      ? `You can select at most ${counted(most, 'ticket', 'tickets')} at once.`
      : `With the ${numberText(held)} you already hold, you can select at most ${counted(most, 'ticket', 'tickets')}.`,
  step: (by: 1 | -1, place?: string) => `One ${by < 0 ? 'fewer' : 'more'} ticket${place ? ` for ${place}` : ''}`,
  highestPrice: 'Highest price',
  anyPrice: 'Any price',
  onePrice: (price: Cents) => `One price: ${euro(price)}`,
  upTo: (price: Cents) => `up to ${euro(price)}`,
  someMarked: 'As marked',
  /** The searched prices, appended to sentences about the search. */
  atThisPrice: ' at this price',
  atThesePrices: ' at these prices',
  forUpTo: (price: Cents) => ` at ${euro(price)} or less`,
  onlyStanding: (at: string) => `Only standing places are left${at}.`,
  notAsMany: (at: string) => `There aren't enough places left${at}.`,
  someOfEach: (seats: number, standing: number, at: string) =>
    `Only ${counted(seats, 'seat', 'seats')} and ${counted(standing, 'standing place', 'standing places')} are left${at}.`,
  notEnoughWheelchairPlaces: (at: string) => `There aren't enough wheelchair places with seats beside them${at}.`,
  noOtherSeat: (at: string) => `No other seat is free${at}.`,
  searchFailed: "We couldn't search for the best places. Please try again.",
  replaced: 'Your previous selection was replaced.',
  undo: 'Undo',
  asksAgain: 'Availability may have changed; checking again …',
  keys: 'With the focus on the seating plan, B chooses the best available seats and F finds the next free seat.',

  standing: 'Standing',

  yourTickets: 'Your tickets',
  alreadyHeld: (count: number) => `You already hold ${counted(count, 'ticket', 'tickets')} for this show.`,
  toCart: 'See cart',
  beingPaid: (count: number) => `${counted(count, 'ticket is', 'tickets are')} awaiting payment.`,
  toPayment: 'To Payment',
  noTickets: 'You have not selected any tickets yet.',
  atLimit: (held: number) =>
    `${held === 0 ? "You've" : `With the ${numberText(held)} you already hold, you've`} reached the limit of tickets for one show.`,
  atOnce: "You've reached the limit of tickets for one reservation.",
  summary: (count: number, total: Cents) => `${counted(count, 'ticket', 'tickets')}, ${euro(total)}`,
  times: (place: string) => `× ${place}`,
  ticketsFor: (place: string) => `Tickets for ${place}`,
  remove: (place: string, count: number) =>
    count === 1 ? `Remove ${place}` : `Remove all ${count} tickets for ${place}`,
  showTickets: 'Show tickets',
  hideTickets: 'Hide tickets',
  selected: (place: string, summary: string) => `${place} selected. ${summary}.`,
  removed: (place: string, summary: string) => `${place} removed. ${summary}.`,
}

/** The focal point of each event type, and its shape (width divided by height). */
export const focusOf = {
  MOVIE: { name: 'Screen', shape: 10 },
  THEATRE: { name: 'Stage', shape: 4 },
  OPERA: { name: 'Stage', shape: 4 },
  CONCERT: { name: 'Stage', shape: 4 },
  COMEDY: { name: 'Stage', shape: 3 },
  SPORTS: { name: 'Field of play', shape: 1.5 },
}
