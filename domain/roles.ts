/** The roles that a session token names, from the highest to the lowest. Administrators may do what staff may. */
export const TOKEN_ROLES = ['ROLE_ADMIN', 'ROLE_STAFF', 'ROLE_USER'] as const

export type TokenRole = (typeof TOKEN_ROLES)[number]
