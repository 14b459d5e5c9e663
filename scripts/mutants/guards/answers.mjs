/** Guards of answers, and of the time that they take. */
export const answers = [
  {
    name: 'an answer has only the fields of the contract',
    file: 'server/http/serve.ts',
    code: 'const shaped = schema.parse(result)',
    without: 'const shaped = result',
    tests: 'server/features/users/users.test.ts',
  },
  {
    name: 'private answers are not stored',
    file: 'server/http/serve.ts',
    code: ".header('cache-control', 'no-store')",
    without: '',
    tests: 'server/http/headers.test.ts',
  },
  {
    name: 'pages may not be framed',
    file: 'server/http/unread-request.ts',
    code: "  'frame-ancestors': NONE,\n",
    without: '',
    tests: 'server/http/headers.test.ts',
  },
  {
    name: 'complex bodies are not parsed',
    file: 'server/app.ts',
    code: '    else if (isTooComplex(body)) ',
    without: '    else if (false) ',
    tests: 'server/http/hostile-input.test.ts',
  },
  {
    name: 'prices of a plan are read in linear time',
    file: 'server/features/seating/plan-files/read-prices.ts',
    code: '/([^=]+)=\\s*',
    without: '/\\s*([^=]+?)\\s*=\\s*',
    tests: 'server/features/seating/plan-files/read-prices.test.ts',
  },
]
