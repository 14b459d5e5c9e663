/** Guards of metrics and logs. */
export const observation = [
  {
    name: 'metrics need their token',
    file: 'server/http/serve-metrics.ts',
    code: "if (!isToken(headers.authorization ?? '')) {",
    without: 'if (isToken === undefined) {',
    tests: 'server/observability/metrics.test.ts',
  },
  {
    name: 'unknown addresses share one label',
    file: 'server/http/route-label.ts',
    code: 'return page ? pages[page.key].path : UNKNOWN_ROUTE',
    without: 'return page ? pages[page.key].path : url',
    tests: 'server/http/route-label.test.ts',
  },
  {
    name: 'only a trusted proxy chooses a request id',
    file: 'server/http/request-ids.ts',
    code: 'WELL_FORMED.test(sent) && isFromProxy(request)',
    without: 'WELL_FORMED.test(sent)',
    tests: 'server/observability/request-log.test.ts',
  },
  {
    name: 'an id of a request is well-formed',
    file: 'server/http/request-ids.ts',
    code: 'WELL_FORMED.test(sent) && isFromProxy(request)',
    without: 'isFromProxy(request)',
    tests: 'server/observability/request-log.test.ts',
  },
  {
    name: 'the log hides email addresses',
    file: 'server/observability/describe-fault.ts',
    code: ".replaceAll(EMAIL_ADDRESS, '…@…')",
    without: '',
    tests: 'server/observability/describe-fault.test.ts',
  },
  {
    name: 'a scrape asks the database at most once in an interval',
    file: 'server/observability/database-figures.ts',
    code: 'if (!latest || now - readAt >= cacheMs) {',
    without: 'if (now >= readAt) {',
    tests: 'server/observability/audit-books.test.ts',
  },
  {
    name: 'a replica with changes that a failover lost is not read',
    file: 'server/db/replicas/primary-history.ts',
    code: 'replayed > written) this.#lost = replayed',
    without: 'replayed < 0) this.#lost = replayed',
    tests: 'server/db/replicas/primary-history.test.ts',
  },
  {
    name: 'a full disk of the log does not hold up the end',
    file: 'server/observability/log-output.ts',
    code: "logOutput.on('error', () => (logOutput.flushSync = () => {}))",
    without: "logOutput.on('error', () => {})",
    tests: 'server/main.test.ts',
  },
]
