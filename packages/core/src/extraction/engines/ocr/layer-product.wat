;; Multiplies a layer's 8-bit weights by its 8-bit inputs, which takes four fifths of the recogniser network's time.
;;
;; Tesseract's own function widens every weight to 16 bits before multiplying. This one multiplies 16 weights by 16
;; inputs in one instruction, which allows only 7 bits for one factor: the absolute values of the inputs. If an input is
;; negative, the bits of the weight are inverted, which gives -weight - 1; the correction is the sum of the negative
;; inputs and the same for all rows. The sum of two products fits in 16 bits (2 x 128 x 127), so the result is the same
;; on every processor and equal to that of Tesseract's own function.
;;
;; To update layer-product-module.ts: wat2wasm --enable-relaxed-simd, then base64.
(module
  (type $product (func (param i32 i32 i32 i32 i32 i32)))
  (import "core" "memory" (memory 1))
  (import "core" "scratch" (global $scratch i32))
  (import "core" "scratchInputs" (global $scratchInputs i32))
  (import "core" "product" (func $slow (type $product)))

  ;; Each row of weights is padded to an even length, then a bias: outputs[row] = (row . inputs + 127 bias) * scale.
  ;; Up to 15 bytes after the weights and the inputs are read and ignored; the allocator keeps more than that free at
  ;; the end of the memory.
  (func (export "product")
    (param $rows i32) (param $width i32) (param $weights i32) (param $scales i32) (param $inputs i32) (param $outputs i32)
    (local $biasAt i32) (local $stride i32) (local $count i32) (local $left i32) (local $at i32) (local $end i32)
    (local $bias i32) (local $x v128) (local $sign v128) (local $lacking v128)
    (local $row0 i32) (local $sum0 v128) (local $row1 i32) (local $sum1 v128) (local $row2 i32) (local $sum2 v128) (local $row3 i32) (local $sum3 v128)
    (local $row4 i32) (local $sum4 v128) (local $row5 i32) (local $sum5 v128) (local $row6 i32) (local $sum6 v128) (local $row7 i32) (local $sum7 v128)
    (if (i32.gt_s (local.get $width) (global.get $scratchInputs)) (then
      (return (call $slow (local.get $rows) (local.get $width) (local.get $weights) (local.get $scales)
        (local.get $inputs) (local.get $outputs)))))
    (local.set $biasAt (i32.and (local.get $width) (i32.const -2)))
    (local.set $stride (i32.add (local.get $biasAt) (i32.const 1)))

    ;; For each 16 inputs, store the sign masks (-1 if negative, else 0) and the absolute values.
    (local.set $left (i32.sub (local.get $width) (i32.const 1)))
    (local.set $at (global.get $scratch))
    (loop $more
      (local.set $x (v128.load (local.get $inputs)))
      (if (i32.lt_s (local.get $left) (i32.const 16)) (then
        (local.set $x (v128.and (local.get $x) (i8x16.lt_s
          (v128.const i8x16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) (i8x16.splat (local.get $left)))))))
      (v128.store (local.get $at) (local.tee $sign (i8x16.shr_s (local.get $x) (i32.const 7))))
      (v128.store offset=16 (local.get $at) (local.tee $x (i8x16.abs (local.get $x))))
      (local.set $lacking (i32x4.add (local.get $lacking) (i32x4.extadd_pairwise_i16x8_s
        (i16x8.extadd_pairwise_i8x16_s (v128.and (local.get $x) (local.get $sign))))))
      (local.set $at (i32.add (local.get $at) (i32.const 32)))
      (local.set $inputs (i32.add (local.get $inputs) (i32.const 16)))
      (br_if $more (i32.gt_s (local.tee $left (i32.sub (local.get $left) (i32.const 16))) (i32.const 0))))
    (local.set $end (local.get $at))

    ;; Eight rows at a time.
    (block $few (loop $rows8
      (br_if $few (i32.lt_s (local.get $rows) (i32.const 8)))
      (local.set $row0 (local.get $weights))
      (local.set $row1 (i32.add (local.get $row0) (local.get $stride)))
      (local.set $row2 (i32.add (local.get $row1) (local.get $stride)))
      (local.set $row3 (i32.add (local.get $row2) (local.get $stride)))
      (local.set $row4 (i32.add (local.get $row3) (local.get $stride)))
      (local.set $row5 (i32.add (local.get $row4) (local.get $stride)))
      (local.set $row6 (i32.add (local.get $row5) (local.get $stride)))
      (local.set $row7 (i32.add (local.get $row6) (local.get $stride)))
      (local.set $sum0 (v128.const i64x2 0 0))
      (local.set $sum1 (v128.const i64x2 0 0))
      (local.set $sum2 (v128.const i64x2 0 0))
      (local.set $sum3 (v128.const i64x2 0 0))
      (local.set $sum4 (v128.const i64x2 0 0))
      (local.set $sum5 (v128.const i64x2 0 0))
      (local.set $sum6 (v128.const i64x2 0 0))
      (local.set $sum7 (v128.const i64x2 0 0))
      (local.set $at (global.get $scratch))
      (loop $more
        (local.set $sign (v128.load (local.get $at)))
        (local.set $x (v128.load offset=16 (local.get $at)))
        (local.set $sum0 (i32x4.add (local.get $sum0) (i32x4.extadd_pairwise_i16x8_s
          (i16x8.relaxed_dot_i8x16_i7x16_s (v128.xor (v128.load (local.get $row0)) (local.get $sign)) (local.get $x)))))
        (local.set $sum1 (i32x4.add (local.get $sum1) (i32x4.extadd_pairwise_i16x8_s
          (i16x8.relaxed_dot_i8x16_i7x16_s (v128.xor (v128.load (local.get $row1)) (local.get $sign)) (local.get $x)))))
        (local.set $sum2 (i32x4.add (local.get $sum2) (i32x4.extadd_pairwise_i16x8_s
          (i16x8.relaxed_dot_i8x16_i7x16_s (v128.xor (v128.load (local.get $row2)) (local.get $sign)) (local.get $x)))))
        (local.set $sum3 (i32x4.add (local.get $sum3) (i32x4.extadd_pairwise_i16x8_s
          (i16x8.relaxed_dot_i8x16_i7x16_s (v128.xor (v128.load (local.get $row3)) (local.get $sign)) (local.get $x)))))
        (local.set $sum4 (i32x4.add (local.get $sum4) (i32x4.extadd_pairwise_i16x8_s
          (i16x8.relaxed_dot_i8x16_i7x16_s (v128.xor (v128.load (local.get $row4)) (local.get $sign)) (local.get $x)))))
        (local.set $sum5 (i32x4.add (local.get $sum5) (i32x4.extadd_pairwise_i16x8_s
          (i16x8.relaxed_dot_i8x16_i7x16_s (v128.xor (v128.load (local.get $row5)) (local.get $sign)) (local.get $x)))))
        (local.set $sum6 (i32x4.add (local.get $sum6) (i32x4.extadd_pairwise_i16x8_s
          (i16x8.relaxed_dot_i8x16_i7x16_s (v128.xor (v128.load (local.get $row6)) (local.get $sign)) (local.get $x)))))
        (local.set $sum7 (i32x4.add (local.get $sum7) (i32x4.extadd_pairwise_i16x8_s
          (i16x8.relaxed_dot_i8x16_i7x16_s (v128.xor (v128.load (local.get $row7)) (local.get $sign)) (local.get $x)))))
        (local.set $row0 (i32.add (local.get $row0) (i32.const 16)))
        (local.set $row1 (i32.add (local.get $row1) (i32.const 16)))
        (local.set $row2 (i32.add (local.get $row2) (i32.const 16)))
        (local.set $row3 (i32.add (local.get $row3) (i32.const 16)))
        (local.set $row4 (i32.add (local.get $row4) (i32.const 16)))
        (local.set $row5 (i32.add (local.get $row5) (i32.const 16)))
        (local.set $row6 (i32.add (local.get $row6) (i32.const 16)))
        (local.set $row7 (i32.add (local.get $row7) (i32.const 16)))
        (br_if $more (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end))))
      (local.set $bias (i32.add (local.get $weights) (local.get $biasAt)))
      (call $finish (local.get $sum0) (local.get $sum1) (local.get $sum2) (local.get $sum3) (local.get $lacking)
        (local.get $bias) (local.get $stride) (local.get $scales) (local.get $outputs))
      (call $finish (local.get $sum4) (local.get $sum5) (local.get $sum6) (local.get $sum7) (local.get $lacking)
        (i32.add (local.get $bias) (i32.shl (local.get $stride) (i32.const 2))) (local.get $stride)
        (i32.add (local.get $scales) (i32.const 16)) (i32.add (local.get $outputs) (i32.const 16)))
      (local.set $weights (i32.add (local.get $weights) (i32.shl (local.get $stride) (i32.const 3))))
      (local.set $scales (i32.add (local.get $scales) (i32.const 32)))
      (local.set $outputs (i32.add (local.get $outputs) (i32.const 32)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 8)))
      (br $rows8)))

    ;; The remaining rows, one at a time.
    (block $none (loop $rows1
      (br_if $none (i32.le_s (local.get $rows) (i32.const 0)))
      (local.set $row0 (local.get $weights))
      (local.set $sum0 (v128.const i64x2 0 0))
      (local.set $at (global.get $scratch))
      (loop $more
        (local.set $sum0 (i32x4.add (local.get $sum0) (i32x4.extadd_pairwise_i16x8_s (i16x8.relaxed_dot_i8x16_i7x16_s
          (v128.xor (v128.load (local.get $row0)) (v128.load (local.get $at))) (v128.load offset=16 (local.get $at))))))
        (local.set $row0 (i32.add (local.get $row0) (i32.const 16)))
        (br_if $more (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $end))))
      (f32.store (local.get $outputs) (f32x4.extract_lane 0 (f32x4.mul (f32x4.convert_i32x4_s (call $totals
          (local.get $sum0) (local.get $sum0) (local.get $sum0) (local.get $sum0) (local.get $lacking)
          (i32.add (local.get $weights) (local.get $biasAt)) (i32.const 0)))
        (f32x4.splat (f32.load (local.get $scales))))))
      (local.set $weights (i32.add (local.get $weights) (local.get $stride)))
      (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
      (local.set $outputs (i32.add (local.get $outputs) (i32.const 4)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br $rows1))))

  ;; Writes four outputs.
  (func $finish
    (param $a v128) (param $b v128) (param $c v128) (param $d v128) (param $lacking v128)
    (param $bias i32) (param $stride i32) (param $scales i32) (param $outputs i32)
    (v128.store (local.get $outputs) (f32x4.mul (v128.load (local.get $scales)) (f32x4.convert_i32x4_s (call $totals
      (local.get $a) (local.get $b) (local.get $c) (local.get $d) (local.get $lacking)
      (local.get $bias) (local.get $stride))))))

  ;; Returns the sums of four rows, corrected and with their biases added, one per lane.
  (func $totals
    (param $a v128) (param $b v128) (param $c v128) (param $d v128) (param $lacking v128)
    (param $bias i32) (param $stride i32) (result v128)
    (local.set $a (call $pairs (i32x4.add (local.get $a) (local.get $lacking)) (i32x4.add (local.get $b) (local.get $lacking))))
    (local.set $c (call $pairs (i32x4.add (local.get $c) (local.get $lacking)) (i32x4.add (local.get $d) (local.get $lacking))))
    (i32x4.add (call $pairs (local.get $a) (local.get $c)) (i32x4.mul (v128.const i32x4 127 127 127 127)
      (i32x4.replace_lane 3 (i32x4.replace_lane 2 (i32x4.replace_lane 1
        (i32x4.splat (i32.load8_s (local.get $bias)))
        (i32.load8_s (local.tee $bias (i32.add (local.get $bias) (local.get $stride)))))
        (i32.load8_s (local.tee $bias (i32.add (local.get $bias) (local.get $stride)))))
        (i32.load8_s (i32.add (local.get $bias) (local.get $stride)))))))

  ;; Adds adjacent lanes: two sums from the first vector, then two from the second.
  (func $pairs (param $a v128) (param $b v128) (result v128)
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $a) (local.get $b))
      (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $a) (local.get $b))))
)
