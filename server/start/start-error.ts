/** A start that cannot go on, with what to do about it. The process ends with this message alone. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}
