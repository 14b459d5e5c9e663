/** What holds for every call, for a reader who has nothing but this page. */
export const GUIDE = `
<h2>How to talk to the shop</h2>
<h3>Logging in</h3>
<p><code>POST /api/v1/authentication</code> with email and password answers <code>Bearer …</code> as plain text. Send all of it as
the header <code>Authorization</code> with every further call. It holds for seven days, until one logs out, or until the password changes;
after that a call answers 401.</p>
<h3>Who may</h3>
<dl>
<dt>visitor</dt><dd>Everyone; a token is not looked at.</dd>
<dt>anyone</dt><dd>Everyone; a token is not needed, but one that is sent must be good.</dd>
<dt>customer</dt><dd>Who is logged in. What belongs to somebody else answers 404.</dd>
<dt>admin</dt><dd>Who is logged in and an administrator.</dd>
</dl>
<h3>Asking</h3>
<p>Bodies are JSON. An optional field that is <code>null</code> in a body, or empty in an address (<code>?minPrice=</code>), counts as not given.
Fields that a call does not name are ignored. What is not JSON, or as a whole of another kind than the call takes (no fields where some are
expected, for the lock of a user anything but <code>true</code> or <code>false</code>), answers 400; a field that is missing, of the wrong
type or against its rule answers 422 and names it, in an address as in a body. A body is of up to 256 KiB, a picture of up to 1,000,000
bytes; more answers 413, a body that is not JSON 415, also to a call that takes none. An address and headers of more than 16 KiB answer
431, and a request that does not arrive within a minute 408, both with the code <code>malformed</code>.</p>
<p>An address answers <code>HEAD</code> where it answers <code>GET</code>; the stream of places does not. To DELETE, GET, HEAD, OPTIONS, PATCH,
POST, PUT and TRACE it answers 405 with <code>Allow</code> where it cannot be asked by them; to methods of other protocols
(<code>PROPFIND</code>) 404, and to a word that is no method 400.</p>
<h3>Texts</h3>
<p>Lengths are counted in Unicode code points. A text that is required has to have something that can be seen; the blanks around it are
dropped. Names and titles are one line. Half a surrogate pair and U+0000 are refused. A filter by text finds what contains it; case and accents make no difference.
In an address <code>+</code> is written <code>%2B</code>, also that of <code>+02:00</code>.</p>
<h3>Units</h3>
<p>Money is whole cents (EUR), VAT and price levels are percent, durations are seconds. Times are ISO 8601: sent with an offset
(<code>2099-05-01T19:30:00+02:00</code>), answered in UTC (<code>2099-05-01T17:30:00.000Z</code>). What is sent is of the years 2000 to 2199.</p>
<h3>Lists</h3>
<p>A list answers one page as <code>elements</code>, and as <code>total</code> how many there are on all pages.
<code>pageIndex</code> counts from 0.</p>
<h3>Problems</h3>
<p>A refusal answers one English sentence as <code>text/plain</code> and its code in the header <code>X-Problem</code>. Who sends
<code>Accept: application/problem+json</code> gets both as RFC 9457: <code>title</code> is the sentence, <code>code</code> the code, and
<code>fields</code> lists, where the input is the reason, each <code>field</code> with its <code>message</code>; a field within another is
named by its path, like <code>userPaymentInfoDto.address</code> or <code>seatingPlanPlaceIds.2</code>. 429 (but for the products of a day) and 503 say in
<code>Retry-After</code> how many seconds to wait. A fault of the shop answers 500 with the code <code>internal</code>.
A reservation that has run out is gone for good: ordering one that never was answers as if it had run out, cancelling one 204.
<a href="#problems">All other codes</a> stand below.</p>
<h3>Trying again</h3>
<p>A call that takes an <code>Idempotency-Key</code> may be sent again under the same key after a broken line: it is done once, and
answers what it answered first. That holds while what it made is there: for an order and a refund always, for a reservation until the last
of its tickets is cancelled or refunded or has run out. From then on the same key reserves anew.</p>`
