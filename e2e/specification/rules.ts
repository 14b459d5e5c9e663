import type { Rows } from './rows.ts'

const api = 'client/api.test.ts'
const wrong = 'client/forms/validation.test.tsx › $path says what is wrong with what is typed'
const needed = 'client/forms/validation.test.tsx › $path says what it needs'
const profile =
  'client/forms/validation.test.tsx › the profile says what is wrong with a name, an address and a new password, and asks nothing of the old one'
const search = 'client/forms/validation.test.tsx › %s does not search for what is wrong'
const show = 'client/features/programme-admin/show-form.test.ts'
const offered =
  'e2e/merchandise.spec.ts › a customer offers a product, which only they see until an administrator publishes it'
const pictures = 'client/forms/validation.test.tsx › news and merchandise need a picture'
const cache = 'client/calls/response-cache.test.ts'
const demo = 'e2e/static-demo.spec.ts › what an administrator recorded is a demo on any file server'
const toasts = 'client/shell/toasts.test.tsx › %s is shown for %i milliseconds'
const pages = 'client/ui/lists/pagination.test.tsx › %i things, at page index %i: %j, and %i ellipses'
const pageSize = 'client/lists.test.tsx › %s for %s asks %s for pages of %s, whatever the address says'
const chunk = 'client/shell/lazy-part.test.tsx › a page whose code does not come says so, and offers to load it again'
const times = 'domain/time-text.test.ts'

/** What holds on every page: sections 5, 7 (what all calls share), 8 and 9. */
export const rules: Rows = {
  '5': {
    "'Value is required'": needed,
    "'Value is not a valid email address'": wrong,
    "'This field cannot contain only whitespace'": wrong,
    "'This field should be at least 8 characters long'": wrong,
    "'The maximum length allowed is 72', and 255 and 10000": wrong,
    "'The value must be equal to the other value'": wrong,
    "'The minimum value allowed is N'": [wrong, search],
    "'date must not be prior to today'": `${show} › neither time may be past, told by the clocks of the location`,
    "'Event type must be MOVIE, THEATRE, OPERA, CONCERT, COMEDY or SPORTS'":
      'client/forms/validation.test.tsx › an event is of one of six types',
    "'Invalid token specified'":
      'client/session.test.ts › a token that cannot be decoded is said to be invalid and is thrown away',
    'a token lives for 7 days from now':
      'client/session.test.ts › who logs in stays logged in for seven days, and not longer',
    'login: email, and a password of 8 to 72 (a longer one is warned of and sent, decision 16)': wrong,
    'register: names to 255, email to 255, a password of 8 to 72, twice': [wrong, needed],
    'password reset request: email': [wrong, needed],
    'password reset: 8 to 255, twice': [wrong, needed],
    'profile: names and address to 255': profile,
    'profile: a new password, not blank, 8 to 255, twice; nothing of the old one': profile,
    "user: names, email, password 8 to 255, twice; 'User not created - please check your inputs'": [wrong, needed],
    'event search: title and description to 255, whole durations from 0': [
      search,
      'client/forms/validation.test.tsx › half a minute is no duration',
    ],
    'event search: durations are sent in seconds':
      'client/searches.test.tsx › %s asks for what is typed, keeps it in the address, and forgets it',
    'show search: names to 255, duration and prices from 0': search,
    "event: title, type, description; 'Event not created - please check your inputs.'": [wrong, needed],
    "show: 'End date must be after start date'": `${show} › a show ends after it starts`,
    "show: name, times, price from 0, and four choices; 'Show not created - please check your inputs.'": [
      wrong,
      needed,
    ],
    "news: title, summary, text, event; 'News article not created - please check your inputs.'": [wrong, needed],
    "'Image is required'": pictures,
    'images are PNG, of up to 1 MB': offered,
    'checkout: names and address, not blank, to 255':
      'client/forms/validation.test.tsx › the checkout says what is wrong with who pays',
    "merchandise: name, description, price and points from 0, stock and items from 1; 'Product not created - please check your inputs'":
      [wrong, needed],
    'merchandise begins with price 0, points 0, stock 1, items per customer 1': offered,
  },
  '7': {
    'below api/v1 and the base path; what is undefined, null or empty is left out': `${api} › a call goes below the base path, without what is not filled in`,
    'every call carries the token': `${api} › who is logged in is told with every call`,
    "'Bearer ' is taken off the token": 'client/routes.test.tsx › after the login at %s one is at %s',
    'a timeout of 10 seconds': `${api} › a server that does not answer is given ten seconds`,
    'and of 2147483647 ms at most': `${api} › no call waits longer than a timer can`,
    '2 retries of get, put, delete and the like on 408, 413, 429, 500, 502, 503, 504, after 0.3 s and 0.6 s': `${api} › reading is tried three times, with longer and longer waits`,
    'Retry-After is honoured': `${api} › a server that asks to wait is given the time`,
    'what is not repeatable is sent once': `${api} › what changes something is never sent twice`,
    'kept answers: by method, path with query and hash, and whether authorized': `${cache} › an answer is kept by its method, its path with query and hash, and whether somebody was logged in`,
    "loaded, they answer; a miss is 404 'Unsupported.'": [`${cache} › what was not kept is 404, in one word`, demo],
    'not loaded, each answer is recorded': demo,
    'a failure to load them is a warning': [
      `${cache} › kept answers that cannot be loaded are a warning, no more`,
      demo,
    ],
  },
  '8': {
    'a failed call is an error toast with the raw body': [
      `${api} › a failure says what the server said, word for word`,
      'client/lists.test.tsx › what fails is said word for word, and can be tried again',
    ],
    'of 8 seconds': toasts,
    "'Request failed with status code ...'": `${api} › a failure without words says its status`,
    "'Request timed out'": `${api} › a server that does not answer is given ten seconds`,
    "'Unsupported.' with status 404": `${cache} › what was not kept is 404, in one word`,
    "'Loading chunk failed', with a way on": [
      chunk,
      'e2e/home.spec.ts › a part of the shop that cannot be loaded says so, and comes when it can be',
    ],
    'after 120 s': 'client/shell/lazy-part.test.tsx › code is waited for two minutes, and asked for again after that',
  },
  '9': {
    'pages of 10; news on the start page 3, news 15, merchandise 12': pageSize,
    '7 page buttons with ellipses': pages,
    'filters wait 500 ms':
      'client/ui/forms/use-live-filters.test.tsx › filters apply once, half a second after the last key',
    'dates yyyy/MM/dd, with time HH:mm': [
      `${times} › formats a moment in the time zone of the venue, daylight saving included`,
      `${times} › formats midnight as 00:00`,
    ],
    'durations in weeks, days, hours and minutes': [
      `${times} › formats durations in weeks, days, hours and minutes`,
      'client/features/events/event-card.test.tsx › of a run it says from when to when, and how long only where durations are searched for',
    ],
    'toasts of 8000 ms for errors, else 5000': toasts,
    'tickets 100 ms':
      'client/features/tickets/own-tickets.page.test.tsx › other tickets are asked for a tenth of a second after they are chosen, and those passed over never',
    'the type-ahead of dropdowns begins anew after 350 ms':
      'client/ui/forms/select-field.test.tsx › letters are one word as long as each follows within 350 milliseconds',
  },
}
