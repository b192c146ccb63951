/** The digits of an ISBN of either length, in upper case; null for what is none or has a digit mistyped. */
export function isbnOf(text: string): string | null {
  const digits = text.replace(/[\s\u2010-\u2015-]/g, '').toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) return checkDigit13(digits) === digits.at(-1) ? digits : null
  return /^\d{9}[\dX]$/.test(digits) && checkDigit10(digits) === digits.at(-1) ? digits : null
}

/** The form of 13 digits. */
export function longForm(isbn: string): string {
  if (isbn.length === 13) return isbn
  const digits = `978${isbn.slice(0, 9)}`
  return digits + checkDigit13(digits)
}

/** The form of ten digits, which older recordings have as their ASIN; null where there is none (979…). */
export function shortForm(isbn: string): string | null {
  if (isbn.length === 10) return isbn
  return isbn.startsWith('978') ? isbn.slice(3, 12) + checkDigit10(isbn.slice(3, 12)) : null
}

/** Of the first twelve digits, which count once and three times in turn. */
function checkDigit13(digits: string): string {
  const sum = [...digits.slice(0, 12)].reduce(
    (sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** Of the first nine digits, which count ten times, nine times and so on; X stands for ten. */
function checkDigit10(digits: string): string {
  const sum = [...digits.slice(0, 9)].reduce((sum, digit, at) => sum + Number(digit) * (10 - at), 0)
  const check = (11 - (sum % 11)) % 11
  return check === 10 ? 'X' : String(check)
}
