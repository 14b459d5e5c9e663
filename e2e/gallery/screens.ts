export type Role = 'visitor' | 'customer' | 'administrator'
export type State = 'filled' | 'empty' | 'loading' | 'error' | 'offline'

export type Screen = {
  readonly path: string
  /** The role, by default visitor. */
  readonly role?: Role
  /** The states, by default all five. Pages without calls have no loading state. */
  readonly states?: readonly State[]
  /** The button to press for the picture of errors in a form. */
  readonly submit?: string
  /** The button that opens a part of the page before its pictures are taken. */
  readonly open?: string
  /** The name of a page about one record, whose record stays while its lists are emptied. */
  readonly name?: string
}

export const allStates: readonly State[] = ['filled', 'empty', 'loading', 'error', 'offline']
const form = ['filled', 'error'] as const
const one = ['filled', 'loading', 'error', 'offline'] as const

/** Every page of the shop (contract/pages.ts), some in two roles. `{…}` is replaced by ids of the running shop. */
export const screens: readonly Screen[] = [
  { path: '' },
  { path: '', role: 'customer', name: 'home-of-a-customer' },
  { path: 'login', states: form, submit: 'Login' },
  { path: 'register', states: form, submit: 'Sign Up' },
  { path: 'forgot-password', states: form, submit: 'Send Link' },
  { path: 'password-reset?reset-token=00000000-0000-4000-8000-000000000000', states: one, name: 'password-reset' },
  { path: 'password-reset', states: ['filled'], name: 'password-reset-without-token' },
  { path: 'confirm-email?token=unknown', states: ['filled'], name: 'confirm-email' },
  { path: 'confirm-email', states: ['filled'], name: 'confirm-email-without-token' },
  { path: 'news' },
  { path: 'news', role: 'customer', name: 'news-of-a-customer', states: ['filled'] },
  { path: 'news/1', states: one },
  { path: 'news/create', role: 'administrator', submit: 'Create News' },
  { path: 'merchandise' },
  { path: 'merchandise/1', states: one },
  { path: 'merchandise/1', role: 'customer', name: 'merchandise-of-a-customer', states: ['filled'] },
  { path: 'merchandise/create', role: 'customer', states: form, submit: 'Create Merchandise' },
  { path: 'search/event' },
  { path: 'search/location' },
  { path: 'search/event-show' },
  { path: 'search/artist' },
  { path: 'artist/1/events' },
  { path: 'event/1/event-shows' },
  { path: 'location/1/event-shows' },
  { path: 'ticket-transfer?token=unknown', states: ['filled'], name: 'ticket-transfer' },
  { path: 'reminders?token=unknown', states: ['filled'], name: 'reminders' },
  { path: 'imprint', states: one },
  { path: 'terms', states: one },
  { path: 'privacy', states: one },
  { path: 'withdrawal', states: one },
  { path: 'contact', states: one },
  { path: 'event/create', role: 'administrator', states: form, submit: 'Create Event' },
  { path: 'event-show/create', role: 'administrator', submit: 'Create Show' },
  { path: 'event-show/{show}', role: 'customer', states: one },
  { path: 'event-show/{announced}', role: 'customer', states: ['filled'], name: 'countdown-to-a-sale' },
  { path: 'event-show/{crowded}', role: 'customer', states: ['filled'], name: 'waiting-room' },
  { path: 'checkout', role: 'customer' },
  // The demo has no payment provider, so the page finds no payment.
  { path: 'payment/1', role: 'customer', states: one },
  { path: 'invoice/{invoice}', role: 'customer', states: one },
  { path: 'invoice/{refund}', role: 'customer', states: ['filled'] },
  { path: 'user-tickets?state=RESERVED', role: 'customer', name: 'user-tickets' },
  { path: 'user-tickets?state=BOUGHT', role: 'customer', name: 'user-tickets-bought', states: ['filled'] },
  { path: 'ticket/{ticket}', role: 'customer', states: one },
  { path: 'user-invoices', role: 'customer' },
  { path: 'user-page', role: 'customer', states: one },
  { path: 'event-show/create', role: 'administrator', ...part('series', 'Create a Series') },
  {
    path: 'event-show/create?copy={show}',
    role: 'administrator',
    ...part('plan-preview', 'Preview Seating Plan'),
  },
  { path: 'user/create', role: 'administrator', states: form, submit: 'Create User' },
  { path: 'admin', role: 'administrator' },
  { path: 'admin/events', role: 'administrator' },
  { path: 'admin/events/1', role: 'administrator', states: one },
  { path: 'admin/shows', role: 'administrator' },
  { path: 'admin/shows/{show}', role: 'administrator', states: one },
  { path: 'admin/shows/{show}', role: 'administrator', ...part('publication', 'Change') },
  { path: 'admin/shows/{show}', role: 'administrator', ...part('waiting-room-settings', 'Change Waiting Room') },
  { path: 'admin/shows/{show}/cancellation', role: 'administrator', states: one },
  { path: 'admin/news', role: 'administrator', name: 'admin-news' },
  { path: 'admin/news/1', role: 'administrator', states: one, name: 'admin-news-article' },
  { path: 'admin/merchandise', role: 'administrator', name: 'admin-products' },
  { path: 'admin/merchandise/1', role: 'administrator', states: one, name: 'admin-product' },
  { path: 'admin/artists', role: 'administrator' },
  { path: 'admin/artists/create', role: 'administrator', states: form, submit: 'Create Artist' },
  { path: 'admin/artists/1', role: 'administrator', states: one },
  { path: 'admin/locations', role: 'administrator' },
  { path: 'admin/locations/create', role: 'administrator', states: form, submit: 'Create Location' },
  { path: 'admin/locations/1', role: 'administrator', states: one },
  { path: 'admin/locations/1', role: 'administrator', ...part('gate', 'Add a Gate') },
  { path: 'admin/seating-plans', role: 'administrator' },
  { path: 'admin/seating-plans/upload', role: 'administrator', states: form, submit: 'Save Seating Plan' },
  { path: 'admin/seating-plans/upload', role: 'administrator', ...part('columns-of-a-plan', 'Columns of a CSV') },
  { path: 'admin/seating-plans/1', role: 'administrator', states: one },
  { path: 'admin/figures', role: 'administrator', states: one },
  { path: 'admin/shows/{show}/figures', role: 'administrator', states: one },
  { path: 'admin/box-office', role: 'administrator' },
  { path: 'admin/shows/{show}/box-office', role: 'administrator', states: one },
  { path: 'admin/shows/{show}/box-office', role: 'administrator', ...part('hold', 'Hold') },
  { path: 'admin/shows/{show}/entry', role: 'administrator', states: one },
  { path: 'admin/shows/{show}/door-list', role: 'administrator', states: one },
  { path: 'admin/orders', role: 'administrator' },
  { path: 'admin/bank-movements', role: 'administrator' },
  { path: 'admin/desk-payments', role: 'administrator' },
  { path: 'admin/payments', role: 'administrator' },
  { path: 'admin/payments/reconciliation', role: 'administrator', states: one },
  { path: 'admin/payments/1', role: 'administrator', states: one },
  { path: 'admin/orders/1', role: 'administrator', states: one },
  { path: 'admin/invoices/1', role: 'administrator', states: one },
  { path: 'admin/log', role: 'administrator' },
  { path: 'no/such/page', states: ['filled'] },
]

/** A part of a page that a button opens. */
function part(name: string, open: string) {
  return { name, open, states: ['filled'] as const }
}

export const widths = [360, 768, 1280, 1920] as const
export const schemes = ['light', 'dark'] as const

/** Names a page in the gallery. */
export function nameOf({ name, path }: Screen): string {
  return name ?? (path === '' ? 'home' : path.replaceAll(/[{}]/g, '').replaceAll('/', '-'))
}

/** Returns the path of a picture below the gallery. */
export function fileOf(screen: Screen, state: State, width: number, scheme: string): string {
  return `${nameOf(screen)}.${state}.${width}.${scheme}.jpg`
}

/** The states of the scanner, which has a page of its own. Photographed on a phone. */
export const scannerPictures = [
  'pairing',
  'pairing-refused',
  'ready',
  'camera',
  'admitted',
  'left',
  'already-in',
  'overruling',
  'overruled',
  'refunded',
  'old-code',
  'other-show',
  'forged',
  'too-early',
  'not-live',
  'wrong-gate',
  'offline-admitted',
  'offline-already-in',
  'offline-question',
  'offline-typed',
  'offline-old-list',
  'decided-here',
  'stop',
  'full',
  'elsewhere',
  'revoked',
] as const
export type ScannerPicture = (typeof scannerPictures)[number]

/** Returns the path of a picture of the scanner below the gallery. */
export function fileOfScanner(name: ScannerPicture, scheme: string): string {
  return `scanner.${name}.360.${scheme}.jpg`
}
