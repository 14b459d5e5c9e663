import type { APIResponse, Response } from '@playwright/test'

/** Reads what the head of a page tells search engines and social networks. */
export async function readHead(reply: APIResponse | Response) {
  const html = await reply.text()
  const first = (pattern: RegExp) => pattern.exec(html)?.[1]
  return {
    title: first(/<title>(.*?)<\/title>/)
      ?.replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"'),
    canonical: first(/<link rel="canonical" href="(.*?)">/),
    description: first(/<meta name="description" content="(.*?)">/),
    socialTitle: first(/<meta property="og:title" content="(.*?)">/),
    things: JSON.parse(first(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? '{}'),
    isHidden: html.includes('content="noindex"'),
  }
}
