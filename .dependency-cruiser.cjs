const TEST = String.raw`\.test\.tsx?$|^server/(testing|promises)/|^client/testing/|^e2e/|^bench/|\.config\.ts$`

/** Import rules between the folders. `npm run check` first tries wrong imports to prove that they are caught. */
module.exports = {
  forbidden: [
    rule('domain-is-pure', 'domain/ imports only domain/: no library, no Node, no other folder.', {
      from: { path: '^domain/', pathNot: TEST },
      to: { pathNot: '^domain/' },
    }),
    rule('contract-knows-only-domain', 'contract/ imports domain/, itself, and the schema library.', {
      from: { path: '^contract/', pathNot: TEST },
      to: { pathNot: '^(domain|contract)/|^node_modules/zod/' },
    }),
    rule('print-knows-only-domain', 'print/ draws in browser and Node: domain/, itself, and two libraries.', {
      from: { path: '^print/', pathNot: TEST },
      to: { pathNot: '^(domain|print)/|^node_modules/(jspdf|qr)/' },
    }),
    rule('no-server-in-client', 'The client never imports the server, types neither.', {
      from: { path: '^client/' },
      to: { path: '^server/' },
    }),
    rule('no-client-in-server', 'The server never imports the client.', {
      from: { path: '^server/' },
      to: { path: '^client/' },
    }),
    rule('no-node-in-client', 'The client runs in a browser.', {
      from: { path: '^client/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    }),
    rule('sql-only-in-sql-files', 'Kysely and pg live in *.sql.ts and server/db/.', {
      from: { path: '^(server|client)/', pathNot: String.raw`\.sql\.ts$|^server/(db|testing)/|\.test\.ts$` },
      to: { path: '^node_modules/(kysely|pg)/' },
    }),
    rule('http-only-in-routes', 'Fastify lives in *.routes.ts, server/http/ and server/app.ts.', {
      from: {
        path: '^server/',
        pathNot: String.raw`\.routes\.ts$|^server/(http|testing)/|^server/app\.ts$|\.test\.ts$`,
      },
      to: { path: '^node_modules/(fastify|@fastify)/' },
    }),
    rule(
      'routes-read-own-sql',
      'A route names a use case, or a read of its own feature; never SQL of another feature.',
      {
        from: { path: String.raw`^server/(features/[^/]+|pages)/.*\.routes\.ts$` },
        to: { path: String.raw`\.sql\.ts$`, pathNot: '^server/$1/' },
      },
    ),
    rule('routes-open-no-transactions', 'Transactions and locks belong to use cases.', {
      from: { path: String.raw`\.routes\.ts$` },
      to: { path: '^server/db/' },
    }),
    rule('sql-is-a-leaf', 'SQL files do not call use cases, routes or HTTP.', {
      from: { path: String.raw`\.sql\.ts$` },
      to: { path: '^server/(features|demo|http)/|^server/app', pathNot: String.raw`\.sql\.ts$` },
    }),
    rule('sql-opens-no-transactions', 'A statement runs in the transaction that a use case opened.', {
      from: { path: String.raw`\.sql\.ts$` },
      to: { path: String.raw`^server/db/transaction\.ts$` },
    }),
    rule('sql-asks-no-rules', 'SQL files know the types of domain/ and contract/, and decide nothing.', {
      from: { path: String.raw`^server/(features|db)/.*\.sql\.ts$` },
      to: { path: '^(domain|contract)/', dependencyTypesNot: ['type-only'] },
    }),
    rule('concurrency-knows-no-shop', 'Queues, mutexes, caches and batches know problems and nothing of the shop.', {
      from: { path: '^server/concurrency/', pathNot: TEST },
      to: { path: '^(domain|contract|server)/', pathNot: String.raw`^server/concurrency/|^domain/problem\.ts$` },
    }),
    rule(
      'use-cases-do-not-call-use-cases',
      'Code that use cases share moves down: to domain/ if it is pure, to *.sql.ts if it is data access.',
      {
        from: { path: '^server/features/([^/]+)/', pathNot: String.raw`\.(routes|jobs|sql|test)\.ts$` },
        to: { path: '^server/features/', pathNot: String.raw`\.sql\.ts$|^server/features/$1/` },
      },
    ),
    rule('features-do-not-measure', 'Hooks around requests and jobs measure; a use case does its work.', {
      from: { path: '^server/features/', pathNot: TEST },
      to: { path: '^server/observability/' },
    }),
    rule('demo-writes-by-sql', 'The demo is loaded by SQL files and reads plans as plan files; it calls no use case.', {
      from: { path: '^server/demo/', pathNot: String.raw`\.test\.ts$` },
      to: { path: '^server/(features|http)/', pathNot: String.raw`\.sql\.ts$|^server/features/seating/plan-files/` },
    }),
    rule('shop-knows-no-demo', 'Only the process and its commands load the demo; the shop works without it.', {
      from: {
        path: '^server/',
        pathNot: String.raw`${TEST}|^server/(demo|commands)/|^server/processes/open-shop\.ts$`,
      },
      to: { path: '^server/demo/' },
    }),
    rule('pages-ask-as-visitors', 'Pages contain only answers that the API gives to every visitor.', {
      from: { path: '^server/pages/' },
      to: { path: '^server/(features|http)/' },
    }),
    rule('no-imports-between-features', 'Features meet in page-modules.ts; shared parts go to ui/.', {
      from: { path: '^client/features/([^/]+)/' },
      to: { path: '^client/features/', pathNot: '^client/features/$1/' },
    }),
    rule(
      'router-only-in-pages',
      'In features only *.page.tsx knows the router and the address; other parts get callbacks or use ui/links.',
      {
        from: { path: '^client/features/', pathNot: String.raw`\.page\.tsx$|${TEST}` },
        to: { path: String.raw`^node_modules/@tanstack/react-router/|^client/address/url-query\.ts$` },
      },
    ),
    rule('features-do-not-import-routes', 'The routes import the features; addresses are in contract/pages.ts.', {
      from: { path: '^client/features/', pathNot: TEST },
      to: { path: String.raw`^client/routes\.tsx$` },
    }),
    rule('network-only-in-queries', 'In features only *.queries.ts calls the API.', {
      from: { path: '^client/features/', pathNot: String.raw`\.queries\.ts$|${TEST}` },
      to: { path: String.raw`^client/(api|calls/ask)\.ts$` },
    }),
    rule('http-library-only-in-api', 'Calls go through client/api.ts, which knows the contract.', {
      from: { path: '^client/', pathNot: String.raw`^client/[^/]+\.ts$|^client/calls/|${TEST}` },
      to: { path: '^node_modules/ky/' },
    }),
    rule('ui-knows-no-feature', 'ui/ knows no feature, no network, no route, no contract.', {
      from: { path: '^client/ui/' },
      to: { path: String.raw`^(client/(features|api|page-modules|routes|session)|contract/)` },
    }),
    rule('payment-packages-load-on-demand', 'A shop without payments does not load the packages of providers.', {
      from: { path: '^server/', pathNot: TEST },
      to: { path: '^node_modules/stripe/', dynamic: false, dependencyTypesNot: ['type-only'] },
    }),
    rule('no-testing-in-production', 'Tests import the shop; the shop imports no test.', {
      from: { pathNot: TEST },
      to: { path: TEST },
    }),
    rule('no-circular', 'No cycles.', { from: {}, to: { circular: true } }),
    rule('no-orphans', 'Modules that nothing imports are deleted. The browser loads reference.js.', {
      from: {
        orphan: true,
        pathNot: String.raw`${TEST}|\.d\.ts$|main\.tsx?$|^server/commands/|^scripts/|/api-reference/reference\.js$`,
      },
      to: {},
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    // With TypeScript 7 and without swc the cruiser silently sees no modules.
    parser: 'swc',
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'default'], extensions: ['.ts', '.tsx', '.js'] },
  },
}

function rule(name, comment, { from, to }) {
  return { name, comment, severity: 'error', from, to }
}
