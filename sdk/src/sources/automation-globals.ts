// Finds names that automation tools leave on the window and document and that pages do not use themselves.

const NAMES =
  /^(__?\$?(playwright|pw[A-Z_]|puppeteer|selenium|webdriver|driver_|fxdriver|nightmare|phantom|lastWatir)|\$?cdc_[a-z\d]|\$chrome_async|call(ed)?(Selenium|Phantom)|_Selenium|_WEBDRIVER|domAutomation|awesomium|CefSharp|Cypress$|wdioElectron)/;

/**
 * Returns the names found: at most 20, each truncated to 60 characters. A page's images and forms are properties of its document by their
 * names, too, which visitors may choose, for example in a comment; they are `[object HTML…]`.
 */
export function automationGlobals(): string[] {
  // Selenium and similar tools also set attributes on the root element.
  const attributes = ['selenium', 'webdriver', 'driver'].filter((name) => document.documentElement.hasAttribute(name));
  return [window, document]
    .flatMap(Object.getOwnPropertyNames)
    .filter((name) => NAMES.test(name) && !/HTML/.test({}.toString.call(document[name as never])))
    .concat(attributes)
    .slice(0, 20)
    .map((name) => name.slice(0, 60));
}
