/** The roles that a session token names, from the highest to the lowest. A user has one and all below it. */
export const TOKEN_ROLES = ['ROLE_ADMIN', 'ROLE_USER'] as const

export type TokenRole = (typeof TOKEN_ROLES)[number]
