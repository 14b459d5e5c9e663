import type { Stripe } from 'stripe'
import { escaped, euroText, hostedPage } from '../stand-in/hosted-page.ts'

/** Draws the page on which a customer pays, declines, or goes back. Works without scripts. */
export function payPage(session: Stripe.Checkout.Session, failure: string | undefined): string {
  const address = `/c/pay/${session.id}`
  const methods = session.payment_method_types.map((method) => `<option>${escaped(method)}</option>`).join('')
  const leave = session.cancel_url ? `<a class="button quiet" href="${escaped(session.cancel_url)}">Leave</a>` : ''
  return hostedPage(
    'Stripe',
    'Pay',
    `<p class="amount">${euroText(session.amount_total ?? 0)}</p>
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
  return hostedPage(
    'Stripe',
    'Your bank is checking',
    '<p role="status">Your bank is checking the payment …</p>',
    refresh,
  )
}

/** Draws the page of a session that nobody can pay any more. */
export function endPage(): string {
  return hostedPage(
    'Stripe',
    'This page has expired',
    '<p>This payment was ended. Go back to the shop and try again.</p>',
  )
}
