import type { Stripe } from 'stripe'

const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Draws the page on which a customer pays, declines, or goes back. Works without scripts. */
export function payPage(session: Stripe.Checkout.Session, failure: string | undefined): string {
  const address = `/c/pay/${session.id}`
  const methods = session.payment_method_types.map((method) => `<option>${escaped(method)}</option>`).join('')
  const leave = session.cancel_url ? `<a class="button quiet" href="${escaped(session.cancel_url)}">Leave</a>` : ''
  return page(
    'Pay',
    `<p class="amount">${euros.format((session.amount_total ?? 0) / 100)}</p>
    <p>${escaped(session.customer_email ?? '')}</p>
    ${failure ? `<p role="alert">${escaped(failure)}</p>` : ''}
    <form method="post" action="${address}/pay">
      <label>Payment method <select name="method">${methods}</select></label>
      <button>Pay</button>
      <button class="quiet" formaction="${address}/decline">Decline</button>
      <fieldset>
        <legend>3-D Secure</legend>
        <label>Seconds <input name="seconds" type="number" min="0" max="600" value="5"></label>
        <button class="quiet" formaction="${address}/check">Pay after a check by the bank</button>
      </fieldset>
    </form>
    ${leave}`,
  )
}

/** Draws the page of a customer whose bank is checking. It asks again every second. */
export function bankPage(session: Stripe.Checkout.Session): string {
  const refresh = `<meta http-equiv="refresh" content="1;url=/c/pay/${session.id}">`
  return page('Your bank is checking', '<p role="status">Your bank is checking the payment …</p>', refresh)
}

/** Draws the page of a session that nobody can pay any more. */
export function endPage(): string {
  return page('This page has expired', '<p>This payment was ended. Go back to the shop and try again.</p>')
}

function page(title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} – Stripe stand-in</title>
  ${head}
  <style>
    :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
    body { margin: 0 auto; max-width: 26rem; padding: 1.5rem 1rem }
    header { border-inline-start: 4px solid #b45309; padding-inline-start: .75rem; margin-block-end: 1.5rem }
    h1 { font-size: 1.5rem; margin: 0 }
    .amount { font-size: 2rem; font-weight: 600; margin: 0 }
    [role=alert] { border: 1px solid; border-radius: .5rem; color: #b91c1c; padding: .5rem .75rem }
    form { display: grid; gap: .75rem; margin-block: 1rem }
    label { display: grid; gap: .25rem }
    fieldset { border: 1px solid #8888; border-radius: .5rem; display: grid; gap: .75rem; padding: .75rem }
    select, input, button, .button { border: 1px solid #8888; border-radius: .5rem; box-sizing: border-box; font: inherit;
      min-height: 2.75rem; padding: .5rem .75rem; width: 100% }
    button { background: #1d4ed8; border-color: #1d4ed8; color: #fff; cursor: pointer }
    .quiet { background: none; border-color: #8888; color: inherit }
    .button { display: block; text-align: center; text-decoration: none }
    :focus-visible { outline: 3px solid #60a5fa; outline-offset: 2px }
    @media (prefers-color-scheme: dark) { [role=alert] { color: #fca5a5 } }
  </style>
</head>
<body>
  <header><h1>${title}</h1>Stand-in of Stripe: no money moves.</header>
  <main>${content}</main>
</body>
</html>
`
}
