import type { Rows } from './rows.ts'

const api = 'client/api.test.ts'
const wrong = 'client/forms/validation.test.tsx › reports invalid input on $path'
const needed = 'client/forms/validation.test.tsx › reports required fields on $path'
const profile =
  'client/forms/validation.test.tsx › validates name, address and new password of the profile, but not the old password'
const search = 'client/forms/validation.test.tsx › does not search %s with invalid filters'
const show = 'client/features/programme-admin/show-form.test.ts'
const offered =
  'e2e/merchandise.spec.ts › shows an offered product to its author only until an administrator publishes it'
const pictures = 'client/forms/validation.test.tsx › requires a picture for news and merchandise'
const cache = 'client/calls/response-cache.test.ts'
const demo = 'e2e/static-demo.full.spec.ts › serves a recording as a static demo'
const toasts = 'client/shell/toasts.test.tsx › shows %s for %i milliseconds'
const pages = 'client/ui/lists/pagination.test.tsx › shows for %i items at page index %i: %j and %i ellipses'
const pageSize = 'client/lists.test.tsx › requests on %s for %s from %s pages of %s, regardless of the address'
const chunk = 'client/shell/lazy-part.test.tsx › reports a page whose code cannot be loaded and offers a retry'
const times = 'domain/time/time-text.test.ts'

/** Rules of all pages: sections 5, 7 (rules of all calls), 8 and 9. */
export const rules: Rows = {
  '5': {
    "'Value is required'": needed,
    "'Value is not a valid email address'": wrong,
    "'This field cannot contain only whitespace'": wrong,
    "'This field should be at least 8 characters long'": wrong,
    "'The maximum length allowed is 72', and 255 and 10,000": wrong,
    "'The value must be equal to the other value'": wrong,
    "'The minimum value allowed is N'": [wrong, search],
    "'date must not be prior to today'": `${show} › refuses past times by the location's time zone`,
    "'Event type must be MOVIE, THEATRE, OPERA, CONCERT, COMEDY or SPORTS'":
      'client/forms/validation.test.tsx › accepts the six event types only',
    "'Invalid token specified'": 'client/session.test.ts › reports and deletes a token that cannot be decoded',
    'a token lives for 7 days from now': 'client/session.test.ts › keeps a session for seven days',
    'login: email, and a password of 8 to 72 (a longer one gets a warning and is sent, decision 16)': wrong,
    'register: names to 255, email to 255, a password of 8 to 72, twice': [wrong, needed],
    'password reset request: email': [wrong, needed],
    'password reset: 8 to 255, twice': [wrong, needed],
    'profile: names and address to 255': profile,
    'profile: a new password, not blank, 8 to 255, twice; no rule for the old one': profile,
    "user: names, email, password 8 to 255, twice; 'User not created - please check your inputs'": [wrong, needed],
    'event search: title and description to 255, whole durations from 0': [
      search,
      'client/forms/validation.test.tsx › refuses fractions of a minute',
    ],
    'event search: durations are sent in seconds':
      'client/searches.test.tsx › searches %s for the typed filters, keeps them in the address, and resets them',
    'show search: names to 255, duration and prices from 0': search,
    "event: title, type, description; 'Event not created - please check your inputs.'": [wrong, needed],
    "show: 'End date must be after start date'": `${show} › requires the end after the start`,
    "show: name, times, price from 0, and four choices; 'Show not created - please check your inputs.'": [
      wrong,
      needed,
    ],
    "news: title, summary, text, event; 'News article not created - please check your inputs.'": [wrong, needed],
    "'Image is required'": pictures,
    'images are PNG, of up to 1 MB': offered,
    'checkout: names and address, not blank, to 255':
      'client/forms/validation.test.tsx › validates the payer at the checkout',
    "merchandise: name, description, price and points from 0, stock and items from 1; 'Product not created - please check your inputs'":
      [wrong, needed],
    'merchandise starts with price 0, points 0, stock 1, items per customer 1': offered,
  },
  '7': {
    'below api/v1 and the base path; undefined, null and empty values are omitted': `${api} › calls below the base path and omits empty parameters`,
    'every call carries the token': `${api} › sends the token with every call`,
    "'Bearer ' is removed from the token": 'client/routes.test.tsx › redirects after the login at %s to %s',
    'a timeout of 10 seconds': `${api} › times out after ten seconds`,
    'and of 2147483647 ms at most': `${api} › never waits longer than a timer can`,
    '2 retries of get, put, delete and the like on 408, 413, 429, 500, 502, 503, 504, after 0.3 s and 0.6 s': `${api} › tries reads three times with increasing delays`,
    'Retry-After is honoured': `${api} › honours Retry-After`,
    'calls that are not repeatable are sent once': `${api} › never repeats a POST or PATCH`,
    'recorded answers: by method, path with query and hash, and whether authorized': `${cache} › records answers by method, path with query and hash, and presence of a token`,
    "loaded, they answer; a miss is 404 'Unsupported.'": [
      `${cache} › answers 404 with one word for an unrecorded call`,
      demo,
    ],
    'not loaded, each answer is recorded': demo,
    'a failure to load them is a warning': [`${cache} › logs a warning if the recording cannot be loaded`, demo],
  },
  '8': {
    'a failed call is an error toast with the raw body': [
      `${api} › reports the server's sentence literally`,
      'client/lists.test.tsx › shows a failure literally and offers a retry',
    ],
    'of 8 seconds': toasts,
    "'Request failed with status code ...'": `${api} › reports the status of a failure without a body`,
    "'Request timed out'": `${api} › times out after ten seconds`,
    "'Unsupported.' with status 404": `${cache} › answers 404 with one word for an unrecorded call`,
    "'Loading chunk failed', with a retry": [
      chunk,
      'e2e/shell.spec.ts › offers a reload of a page whose code failed to load',
    ],
    'after 120 s': 'client/shell/lazy-part.test.tsx › waits two minutes for code and retries afterwards',
  },
  '9': {
    'pages of 10; news on the start page 3, news 15, merchandise 12': pageSize,
    '7 page buttons with ellipses': pages,
    'filters wait 500 ms':
      'client/ui/forms/use-live-filters.test.tsx › applies filters once, half a second after the last key',
    'dates yyyy/MM/dd, with time HH:mm': [
      `${times} › formats a moment in the time zone of the venue, daylight saving included`,
      `${times} › formats midnight as 00:00`,
    ],
    'durations in weeks, days, hours and minutes': [
      `${times} › formats durations in weeks, days, hours and minutes`,
      'client/features/events/event-card.test.tsx › shows the dates of a run, and its duration only if the search filters by it',
    ],
    'toasts of 8000 ms for errors, else 5000': toasts,
    'tickets 100 ms':
      'client/features/tickets/own-tickets.page.test.tsx › queries other tickets 100 ms after the last change of the tab',
    'the type-ahead of dropdowns restarts after 350 ms':
      'client/ui/forms/select-field.test.tsx › joins letters typed within 350 milliseconds',
  },
}
