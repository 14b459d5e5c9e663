// Ends with 0 if the server of this container takes requests, else with 1.
const { PORT = '8080', BASE_PATH = '/' } = process.env
const base = BASE_PATH.endsWith('/') ? BASE_PATH : `${BASE_PATH}/`
const answer = await fetch(`http://127.0.0.1:${PORT}${base}readyz`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
