import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'

/** Runs a write and turns the violation of the named unique index into the failure the caller should see. */
export async function onViolation<T>(
  index: string,
  write: () => Promise<T>,
  failure: (cause: unknown) => Error,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException && String(error.message).includes(index)) {
      throw failure(error)
    }
    throw error
  }
}
