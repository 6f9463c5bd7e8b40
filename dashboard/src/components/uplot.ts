// uPlot with its style sheet, loaded only when the first chart is drawn.
import './valid-language.ts';
import 'uplot/dist/uPlot.min.css';

export { default as Chart } from 'uplot';
