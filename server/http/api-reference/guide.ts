import { problemsTable } from './problem-examples.ts'

/** Returns the rules of all calls in Markdown, with one line per paragraph, because Swagger UI keeps line breaks. */
export function guide(): string {
  const paragraphs = TEXT.trim()
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll(/\n(?!- )/g, ' '))
  return [...paragraphs, problemsTable()].join('\n\n')
}

const TEXT = `
## Login

\`POST /api/v1/authentication\` with email and password answers \`Bearer …\` as plain text. Send the whole text in the
header \`Authorization\` of every further call. It is valid for seven days, until logout, or until the password changes.
After that, calls answer 401.

The login of an account with a second factor answers 401 with the code \`second_factor_needed\`. Ask for
\`application/problem+json\`: its \`token\`, valid for five minutes, and a code of the authenticator app or a recovery
code go to \`POST /api/v1/authentication/second-factor\`, which answers \`Bearer …\`. Every code works once.

## Access

- \`visitor\`: everyone. A token is ignored.
- \`anyone\`: everyone. A token is optional, but an invalid one is refused.
- \`customer\`: logged-in users. Records of other users answer 404.
- \`admin\`: logged-in administrators.

A shop with \`VERIFY_EMAIL\` refuses some calls to users without a confirmed email address (\`email_not_verified\`). Their
access says so. A shop with \`REQUIRE_SECOND_FACTOR\` refuses the same calls, and all of administrators and staff,
to administrators and staff without a second factor (\`second_factor_missing\`).

## Requests

Bodies are JSON. An optional field that is \`null\` in a body, or empty in a query (\`?minPrice=\`), counts as missing.
Unknown fields are ignored. Answers 400: a body that is not valid JSON, or of the wrong kind as a whole (not an object
where fields are expected; for the lock of a user, neither \`true\` nor \`false\`). Answers 422 and names the field: a
field that is missing, of the wrong type or against its rule, in a path, a query or a body.

A body may have 256 KiB, an image 1,000,000 bytes; larger ones answer 413. A body of more than 16 lists and objects
within each other, or of more than 2,000 values, answers 400. A body of another media type answers 415,
also for a call without a body. An address and headers of more than 16 KiB answer 431. A request that does not arrive
within a minute answers 408. Both have the code \`malformed\`.

Every address with \`GET\`, except the stream of places, also answers \`HEAD\`. An unsupported DELETE, GET, HEAD,
OPTIONS, PATCH, POST, PUT or TRACE answers 405 with \`Allow\`, a method of another protocol (\`PROPFIND\`) 404, and an
unknown method 400.

## Texts

Lengths are counted in Unicode code points. A required text must contain a visible character; surrounding blanks are
removed. Names and titles have one line. Unpaired surrogates and U+0000 are refused. Text filters find parts of a text,
regardless of case and accents. In a query, \`+\` is written \`%2B\`, also in \`+02:00\`.

## Units

Money is in whole cents (EUR), VAT and price levels are in percent, durations in seconds. Times are in ISO 8601:
requests have an offset (\`2099-05-01T19:30:00+02:00\`), answers are in UTC (\`2099-05-01T17:30:00.000Z\`). Times in
requests are within the years 2000 to 2199.

## Lists

A list answers one page as \`elements\`, and the number of elements on all pages as \`total\`. \`pageIndex\` counts from
0.

## Retries

A call with an \`Idempotency-Key\` can be repeated with the same key after a broken connection. The work is done once,
and every repetition gets the first answer. The key of a reservation is valid for seven days, or until its last ticket is
cancelled or refunded or has expired. After that, it makes a new reservation. Orders and refunds can always be
repeated: an order of exactly the same items and a refund of the same ticket answer the first invoice even without a
key.

## Problems

A refusal answers one English sentence as \`text/plain\` and its code in the header \`X-Problem\`. With
\`Accept: application/problem+json\` it answers both according to RFC 9457: \`title\` is the sentence, \`code\` the
code. \`fields\` lists each invalid \`field\` with its \`message\`. A nested field is named by its path, such as
\`userPaymentInfoDto.address\` or \`seatingPlanPlaceIds.2\`. \`Retry-After\` gives the seconds to wait with 503, and
with 429 except for the daily limit of new products. An error of the server answers 500 with the code \`internal\`. An
expired reservation is deleted: the order of a reservation that never existed answers as for an expired one, its
cancellation 204. All other codes, each with its status and an example:
`
