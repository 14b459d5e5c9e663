export const SERVER_SOURCE = 'server/main.ts'

/** The program of a server: the built one in `npm test`, journeys and benchmarks, else its source. */
export const SERVER_MAIN = process.env['SERVER_MAIN'] ?? SERVER_SOURCE
