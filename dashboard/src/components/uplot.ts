// uPlot with its style sheet, loaded only when the first plot is drawn.
import 'uplot/dist/uPlot.min.css';

export { default as Chart } from 'uplot';
