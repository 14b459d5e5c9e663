/** Guards of accounts. */
export const accounts = [
  {
    name: 'the last administrator stays',
    file: 'server/features/users/delete-user.ts',
    code: "    if (user.isAdmin && admins.every(({ id }) => id === userId)) throw problem('last_admin')\n",
    without: '',
    tests: 'server/features/users/users.test.ts',
  },
  {
    name: 'a locked administrator locks nobody',
    file: 'server/features/users/lock-user.ts',
    code: "    if (!found.some((user) => user.id === by && user.isAdmin && !user.isLocked)) throw problem('forbidden')\n",
    without: '',
    tests: 'server/features/users/users.test.ts',
  },
  {
    name: 'registering never makes an administrator',
    file: 'server/features/users/create-user.ts',
    code: 'isAdmin: isAdmin && wanted.isAdmin === true,',
    without: 'isAdmin: wanted.isAdmin === true,',
    tests: 'server/features/users/users.test.ts',
  },
  {
    name: 'a deleted account frees its address',
    file: 'server/features/users/users.sql.ts',
    code: "      email: '',\n      address: '',",
    without: "      address: '',",
    tests: 'server/features/users/',
  },
  {
    name: 'locking frees the reservations',
    file: 'server/features/users/lock-user.ts',
    code: '    await deleteReservationsOf(tx, userId)\n',
    without: '',
    tests: 'server/features/users/users.test.ts',
  },
]
