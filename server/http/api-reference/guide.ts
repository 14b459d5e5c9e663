import { problemsTable } from './problem-examples.ts'

/** Describes the rules that hold for every call, in Markdown. A line break within a paragraph is no break on the page. */
export function guide(): string {
  const paragraphs = TEXT.trim()
    .split('\n\n')
    .map((paragraph) => paragraph.replaceAll(/\n(?!- )/g, ' '))
  return [...paragraphs, problemsTable()].join('\n\n')
}

const TEXT = `
## Logging in

\`POST /api/v1/authentication\` with email and password answers \`Bearer …\` as plain text. Send all of it as the header
\`Authorization\` with every further call. It is valid for seven days, until logout, or until the password changes.
After that a call answers 401.

## Who may

- \`visitor\`: everyone. A token is ignored.
- \`anyone\`: everyone. A token is not needed, but an invalid one is refused.
- \`customer\`: logged-in users. Things of other users answer 404.
- \`admin\`: logged-in administrators.

## Requests

Bodies are JSON. An optional field that is \`null\` in a body, or empty in an address (\`?minPrice=\`), counts as not
given. Unknown fields are ignored. A body that is not JSON, or as a whole of another kind than the call takes (no fields
where some are expected, for the lock of a user anything but \`true\` or \`false\`), answers 400. A field that is
missing, of the wrong type or against its rule answers 422 and is named, in an address as in a body.

A body has up to 256 KiB, an image up to 1,000,000 bytes; more answers 413. A body that is not JSON answers 415, also to
a call that takes none. An address and headers of more than 16 KiB answer 431, and a request that does not arrive within
a minute 408, both with the code \`malformed\`.

An address answers \`HEAD\` where it answers \`GET\`, except the stream of places. To DELETE, GET, HEAD, OPTIONS, PATCH,
POST, PUT and TRACE it answers 405 with \`Allow\` where it does not support them; to methods of other protocols
(\`PROPFIND\`) 404, and to a word that is no method 400.

## Texts

Lengths are counted in Unicode code points. A required text must contain something visible; surrounding blanks are
removed. Names and titles are one line. Unpaired surrogates and U+0000 are refused. A filter by text finds what contains
it, regardless of case and accents. In an address \`+\` is written \`%2B\`, also that of \`+02:00\`.

## Units

Money is whole cents (EUR), VAT and price levels are percent, durations are seconds. Times are ISO 8601: sent with an
offset (\`2099-05-01T19:30:00+02:00\`), answered in UTC (\`2099-05-01T17:30:00.000Z\`). Times that are sent are of the
years 2000 to 2199.

## Lists

A list answers one page as \`elements\`, and the number of elements on all pages as \`total\`. \`pageIndex\` counts from
0.

## Trying again

A call that takes an \`Idempotency-Key\` may be sent again under the same key after a broken connection: it is done once,
and repeats its first answer. That holds while its result exists: for an order and a refund always, for a reservation
until the last of its tickets is cancelled or refunded or has expired. From then on the same key reserves anew.

## Problems

A refusal answers one English sentence as \`text/plain\` and its code in the header \`X-Problem\`. With
\`Accept: application/problem+json\` it answers both as RFC 9457: \`title\` is the sentence, \`code\` the code. Where the
input is the reason, \`fields\` lists each \`field\` with its \`message\`; a field within another is named by its path,
like \`userPaymentInfoDto.address\` or \`seatingPlanPlaceIds.2\`. 429 (except for the products of a day) and 503 say in
\`Retry-After\` how many seconds to wait. A fault of the shop answers 500 with the code \`internal\`. An expired
reservation is gone for good: ordering one that never existed answers as if it had expired, cancelling one 204. All other
codes, each with its status and an example:
`
