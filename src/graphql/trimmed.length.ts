import { length as isLength, ValidateBy } from 'class-validator'

/** Bounds the length of a text that is kept without the spaces around it. `isLength` is the name OpenAPI reads bounds by. */
export function TrimmedLength(min: number, max: number): PropertyDecorator {
  return ValidateBy({
    name: 'isLength',
    constraints: [min, max],
    validator: {
      validate: (text) => typeof text === 'string' && isLength(text.trim(), min, max),
      defaultMessage: () => `must be ${min} to ${max} characters long, spaces around it not counted`,
    },
  })
}
