/** Guards of the database's roles. */
export const roles = [
  {
    name: 'the shop cannot update lines of invoices',
    file: 'server/db/roles/application-rights.ts',
    code: "invoice_items: { insert: 'all' }",
    without: "invoice_items: { insert: 'all', update: 'all' }",
    tests: 'server/db/roles/application-role.test.ts',
  },
  {
    name: 'the shop cannot delete entries of points',
    file: 'server/db/roles/application-rights.ts',
    code: "points_entries: { insert: 'all' }",
    without: "points_entries: { insert: 'all', delete: true }",
    tests: 'server/db/roles/application-role.test.ts',
  },
  {
    name: 'the shop cannot attach the trigger that numbers invoices',
    file: 'server/db/migrations/0020_rights_of_definers.sql',
    code: 'revoke all on function number_invoice() from public;\n',
    without: '',
    tests: 'server/db/roles/application-role.test.ts',
  },
  {
    name: 'other rights of the shop are revoked at the start',
    file: 'server/db/roles/rights.sql.ts',
    code: '  for (const right of excess) await sql`revoke ${sql.raw(right)} from ${sql.id(role)}`.execute(tx)\n',
    without: '',
    tests: 'server/db/roles/two-roles.test.ts',
  },
  {
    name: 'a server of the former version leaves the rights of a newer database',
    file: 'server/db/roles/prepare-application.ts',
    code: 'isNewer ? [] : ',
    without: '',
    tests: 'server/db/roles/two-roles.test.ts',
  },
  {
    name: 'an existing database gets an owner besides the shop',
    file: 'server/db/embedded/roles.ts',
    code: '  if (database?.owner === SHOP) await reassign(passwords, port)\n',
    without: '',
    tests: 'server/db/embedded/roles.test.ts',
  },
]
