/** How the lines of the seats are drawn, so that they can be told apart without colours. */
export const DASHES = ['', '7 4', '2 3', '10 3 2 3', '14 4', '2 6', '6 2 2 2', '4 8'];
