/** The pages whose text the organiser writes, one Markdown file each. */
export const LEGAL_PAGES = ['imprint', 'terms', 'privacy', 'withdrawal', 'contact'] as const

export type LegalPage = (typeof LEGAL_PAGES)[number]
