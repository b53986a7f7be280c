/** What an operation of reviewers asks of its caller: the login of an admin of the installation. */
export const ofAdmins = { role: 'admin' } as const
