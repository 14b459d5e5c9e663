/** Guards of public lists, most of which are in memory. */
export const lists = [
  {
    name: 'the places of a location are not counted for each who asks',
    file: 'server/features/locations/locations.routes.ts',
    code: 'serveList(app, contract.getLocation, location, ({ params }) => params.id)',
    without:
      'void location\n  serve(app, contract.getLocation, ({ params }) => ' +
      "browse((db) => orNotFound('location', getLocation(db, params.id))))",
    tests: 'server/http/answers/cached-list.test.ts',
  },
  {
    name: 'a list in memory takes no turn',
    file: 'server/http/serve.ts',
    code: 'if (known) return known.send(request, reply)',
    without: 'void known?.send',
    tests: 'server/http/answers/lists-in-memory.test.ts',
  },
  {
    name: 'users who send a token get lists in turn, which checks it',
    file: 'server/http/serve.ts',
    code: 'inMemory && !request.headers.authorization',
    without: 'inMemory',
    tests: 'server/http/answers/lists-in-memory.test.ts',
  },
  {
    name: 'lists that are asked for are renewed before their life ends',
    file: 'server/http/answers/cached-list.ts',
    code: '    if (kept?.isOld) renew(asked, network)\n',
    without: '    void renew\n',
    tests: 'server/http/answers/cached-searches.test.ts',
  },
  {
    name: 'lists are renewed in turns of client networks',
    file: 'server/http/answers/cached-list.ts',
    code: '    inTurn({ asked, network }).then(end, end)',
    without: '    void network\n    answers.renew(asked).then(end, end)',
    tests: 'server/http/answers/cached-searches.test.ts',
  },
  {
    name: 'lists with new filters do not count the same tickets again',
    file: 'server/features/shows/recent-counts.ts',
    code: 'ids.filter((id) => known.get(id) === undefined)',
    without: 'ids',
    tests: 'server/features/shows/recent-counts.test.ts',
  },
  {
    name: 'searches run in turns of client networks',
    file: 'server/http/answers/cached-list.ts',
    code: 'if (!isSearch(asked)) return',
    without: 'return',
    tests: 'server/http/answers/cached-searches.test.ts',
  },
  {
    name: 'a search waits in the lanes of all networks that ask for it',
    file: 'server/http/answers/cached-list.ts',
    code: 'laneOf: ({ network }) => network',
    without: "laneOf: () => ''",
    tests: 'server/http/answers/cached-searches.test.ts',
  },
  {
    name: 'pages of a list share its order and its length',
    file: 'server/http/answers/cached-list.ts',
    code: 'parts({ key, read }) as Promise<Value>',
    without: 'read()',
    tests: 'server/http/answers/cached-list.test.ts',
  },
]
