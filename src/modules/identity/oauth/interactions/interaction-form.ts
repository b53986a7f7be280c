/** Whether an account could have this e-mail address. A NUL character would make the database driver throw. */
export function isPossibleEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 254 && !/\p{Cc}/u.test(value)
}

/** Whether an account could have this password. Longer values are rejected before the expensive hash. */
export function isPossiblePassword(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 1024
}
